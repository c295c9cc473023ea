package main

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

type Price struct {
	Currency string  `xml:"cur,attr"`
	Amount   float64 `xml:",chardata"`
}

type Track struct {
	XMLName xml.Name `xml:"track"`
	No      int      `xml:"no,attr"`
	Title   string   `xml:"title"`
	Length  Seconds  `xml:"length"`
}

type Seconds int

func (s Seconds) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d:%02d", s/60, s%60), nil }
func (s *Seconds) UnmarshalText(b []byte) error {
	var m, sec int
	if _, err := fmt.Sscanf(string(b), "%d:%d", &m, &sec); err != nil {
		return fmt.Errorf("length %q: %w", b, err)
	}
	*s = Seconds(m*60 + sec)
	return nil
}

type Album struct {
	XMLName xml.Name `xml:"album"`
	ID      string   `xml:"id,attr,omitempty"`
	Artist  string   `xml:"credits>artist"`
	Guests  []string `xml:"credits>guest"`
	Tracks  []Track  `xml:"tracks>track"`
	Price   *Price   `xml:"price"`
	Note    string   `xml:",comment"`
	Blurb   struct {
		Inner string `xml:",innerxml"`
	} `xml:"blurb"`
	hidden bool
}

const doc = `<?xml version="1.0"?>
<album id="a&amp;1">
  <credits><artist>Ann &lt;A&gt;</artist><guest>Bo</guest><guest>Cy</guest></credits>
  <tracks>
    <track no="1"><title>Up</title><length>3:07</length></track>
    <track no="2"><title>Do&#119;n</title><length>12:00</length></track>
  </tracks>
  <price cur="EUR">9.5</price>
  <blurb>Some <b>bold</b> words</blurb>
  <ignored x="y"/>
</album>`

func main() {
	var a Album
	err := xml.Unmarshal([]byte(doc), &a)
	fmt.Println(err, a.ID, a.Artist, a.Guests, *a.Price, a.XMLName.Local)
	for _, t := range a.Tracks {
		fmt.Println(t.No, t.Title, int(t.Length))
	}
	fmt.Printf("%q\n", a.Blurb.Inner)
	a.Note = " edited "
	a.Guests = a.Guests[:1]
	a.Price.Amount /= 2
	out, err := xml.MarshalIndent(a, "", " ")
	fmt.Println(string(out), err)

	depth := 0
	dec := xml.NewDecoder(strings.NewReader(doc))
	names := map[string]int{}
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			fmt.Println("token:", err)
			return
		}
		switch el := tok.(type) {
		case xml.StartElement:
			depth++
			names[el.Name.Local] = max(names[el.Name.Local], depth)
			if len(el.Attr) > 0 && depth < 3 {
				fmt.Println(strings.Repeat(" ", depth), el.Name.Local, el.Attr[0].Name.Local, el.Attr[0].Value)
			}
		case xml.EndElement:
			depth--
		case xml.ProcInst:
			fmt.Printf("%s %s\n", el.Target, el.Inst)
		}
	}
	fmt.Println(names, depth)
	for _, bad := range []string{"<album><track></album>", "<other/>", "", `<album><tracks><track no="x"/></tracks></album>`, "<album><tracks><track><length>long</length></track></tracks></album>"} {
		var al Album
		err := xml.Unmarshal([]byte(bad), &al)
		var se *xml.SyntaxError
		fmt.Println(errors.As(err, &se), err)
	}
	var sb strings.Builder
	xml.EscapeText(&sb, []byte("a<b>&\"c'\n"))
	fmt.Println(sb.String())
	type kv struct {
		K string `xml:"k,attr"`
		V any    `xml:"v"`
	}
	for _, x := range []any{kv{"a", 1}, &kv{"b", []int{1, 2}}, []kv{{"c", nil}}, 5, true, "s"} {
		b, err := xml.Marshal(x)
		fmt.Println(string(b), err)
	}
}
