//go:build ignore

package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

type Price float64

func (p Price) MarshalXMLAttr(name xml.Name) (xml.Attr, error) {
	return xml.Attr{Name: name, Value: fmt.Sprintf("%.2f EUR", float64(p))}, nil
}

func (p *Price) UnmarshalXMLAttr(a xml.Attr) error {
	_, err := fmt.Sscanf(a.Value, "%f EUR", (*float64)(p))
	return err
}

type Author struct {
	First string `xml:"name>first"`
	Last  string `xml:"name>last"`
	Born  int    `xml:"born,attr,omitempty"`
}

type Book struct {
	XMLName xml.Name `xml:"book"`
	ISBN    string   `xml:"isbn,attr"`
	Price   Price    `xml:"price,attr"`
	Title   string   `xml:"title"`
	Authors []Author `xml:"author"`
	Tags    []string `xml:"tags>tag"`
	Note    string   `xml:",comment"`
	Body    string   `xml:",chardata"`
}

type Catalog struct {
	XMLName xml.Name `xml:"catalog"`
	Books   []Book   `xml:"book"`
	Count   *int     `xml:"count,omitempty"`
	Raw     string   `xml:",innerxml"`
}

type Duration struct{ H, M int }

func (d Duration) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	start.Attr = append(start.Attr, xml.Attr{Name: xml.Name{Local: "unit"}, Value: "h:m"})
	return e.EncodeElement(fmt.Sprintf("%d:%02d", d.H, d.M), start)
}

func (d *Duration) UnmarshalXML(dec *xml.Decoder, start xml.StartElement) error {
	var s string
	if err := dec.DecodeElement(&s, &start); err != nil {
		return err
	}
	_, err := fmt.Sscanf(s, "%d:%d", &d.H, &d.M)
	return err
}

type Film struct {
	Length Duration
	Seen   bool `xml:"seen,attr"`
	Any    []struct {
		XMLName xml.Name
		Text    string `xml:",chardata"`
	} `xml:",any"`
}

func main() {
	n := 2
	c := Catalog{Count: &n, Books: []Book{
		{ISBN: "111", Price: 9.5, Title: "Go & <XML>", Authors: []Author{{"Ann", "B", 1970}, {First: "C"}}, Tags: []string{"x", "y"}, Note: " good "},
		{ISBN: "222", Price: 12, Title: "Second", Body: "text"},
	}}
	b, err := xml.MarshalIndent(c, "", " ")
	fmt.Println(string(b), err)

	var back Catalog
	err = xml.Unmarshal(b, &back)
	fmt.Println(err, len(back.Books), *back.Count, len(back.Raw) > 100)
	for _, bk := range back.Books {
		fmt.Printf("%s %v %q %+v %q %q\n", bk.ISBN, bk.Price, bk.Title, bk.Authors, bk.Tags, strings.TrimSpace(bk.Body))
	}
	var f Film
	err = xml.Unmarshal([]byte(`<Film seen="true"><Length unit="h:m">2:05</Length><actor>A</actor><note>n&#233;</note></Film>`), &f)
	fmt.Printf("%v %+v\n", err, f)
	out, err := xml.Marshal(Film{Length: Duration{1, 7}})
	fmt.Println(string(out), err)

	dec := xml.NewDecoder(strings.NewReader(`<?xml version="1.0"?><a k="v"><!-- c --><b>hi</b><c/></a><d>`))
	depth := 0
	for {
		tok, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println("token error:", err)
			break
		}
		switch t := tok.(type) {
		case xml.StartElement:
			fmt.Printf("%*s<%s %v>\n", depth, "", t.Name.Local, t.Attr)
			depth++
		case xml.EndElement:
			depth--
			fmt.Printf("%*s</%s>\n", depth, "", t.Name.Local)
		case xml.CharData:
			fmt.Printf("%*s%q\n", depth, "", t)
		default:
			fmt.Printf("%*s%T\n", depth, "", t)
		}
	}
	fmt.Println(xml.Unmarshal([]byte("<a><b></a>"), new(any)), xml.Unmarshal([]byte(`<x seen="maybe"/>`), &f))
}
