package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

type Color struct{ R, G, B uint8 }

func (c Color) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "#%02x%02x%02x", c.R, c.G, c.B), nil
}
func (c *Color) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "#%02x%02x%02x", &c.R, &c.G, &c.B)
	return err
}

type Shape struct {
	XMLName xml.Name `xml:"shape"`
	ID      string   `xml:"id,attr"`
	Fill    Color    `xml:"fill,attr"`
	Points  []Point  `xml:"path>pt"`
	Note    string   `xml:",comment"`
	Label   *Label   `xml:"label,omitempty"`
}
type Point struct {
	X int `xml:"x,attr"`
	Y int `xml:"y,attr"`
}
type Label struct {
	Lang string `xml:"lang,attr,omitempty"`
	Text string `xml:",chardata"`
}
type Doc struct {
	XMLName xml.Name `xml:"http://ex.org/d doc"`
	Shapes  []Shape  `xml:"shape"`
	Meta    Meta
}
type Meta struct {
	Base
	Tags  []string `xml:"tags>tag"`
	Inner string   `xml:",innerxml"`
}
type Base struct {
	Author string `xml:"author"`
}
type Celsius float64

func (c Celsius) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	start.Attr = append(start.Attr, xml.Attr{Name: xml.Name{Local: "unit"}, Value: "C"})
	return e.EncodeElement(fmt.Sprintf("%.1f", float64(c)), start)
}

func main() {
	s := Shape{ID: "s1", Fill: Color{255, 128, 0}, Points: []Point{{1, 2}, {3, 4}}, Note: " hi ", Label: &Label{"en", "a<b&c"}}
	out, err := xml.MarshalIndent(s, "", "  ")
	fmt.Println(string(out), err)
	src := `<doc xmlns="http://ex.org/d"><shape id="q" fill="#0a0b0c"><path><pt x="5" y="-6"/><pt x="7" y="8"></pt></path><label>L</label></shape>
<Meta><author>Me</author><tags><tag>t1</tag><tag>t2</tag></tags></Meta></doc>`
	var d Doc
	err = xml.Unmarshal([]byte(src), &d)
	fmt.Printf("%v %+v\n", err, d.Shapes[0].Points)
	fmt.Println(d.Shapes[0].Fill, d.Shapes[0].Label.Text, d.Meta.Author, d.Meta.Tags, d.Meta.Inner)
	out, err = xml.Marshal(struct {
		XMLName xml.Name `xml:"w"`
		T       Celsius
		Ts      []Celsius `xml:"list>t"`
	}{T: 21.55, Ts: []Celsius{1, 2}})
	fmt.Println(string(out), err)
	dec := xml.NewDecoder(strings.NewReader(src))
	depth := 0
	for {
		t, err := dec.Token()
		if err == io.EOF {
			break
		} else if err != nil {
			fmt.Println(err)
			return
		}
		switch t := t.(type) {
		case xml.StartElement:
			fmt.Println(strings.Repeat(" ", depth)+t.Name.Local, len(t.Attr))
			depth++
		case xml.EndElement:
			depth--
		case xml.CharData:
			if s := strings.TrimSpace(string(t)); s != "" {
				fmt.Printf("%*s%q\n", depth, "", s)
			}
		}
	}
	fmt.Println(xml.Unmarshal([]byte("<doc><a></b></doc>"), &d))
	var se *xml.SyntaxError
	_ = se
	fmt.Printf("%v %T\n", se, se)
}
