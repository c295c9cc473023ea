package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"
)

type Cents int64

func (c Cents) Format(f fmt.State, verb rune) {
	w, hasW := f.Width()
	s := fmt.Sprintf("%d.%02d", int64(c)/100, int64(c)%100)
	if f.Flag('+') {
		s = "€" + s
	}
	if verb == 'd' {
		s = fmt.Sprint(int64(c))
	}
	if hasW {
		if f.Flag('-') {
			s += strings.Repeat(" ", max(0, w-len(s)))
		} else {
			s = strings.Repeat(" ", max(0, w-len(s))) + s
		}
	}
	fmt.Fprint(f, s)
}

type Item struct {
	Desc string
	Qty  int
	Unit Cents
	Tax  float64
}

func (i Item) Net() Cents { return Cents(i.Qty) * i.Unit }
func (i Item) Vat() Cents { return Cents(float64(i.Net())*i.Tax + 0.5) }

type Invoice struct {
	Number string
	Date   time.Time
	Items  []Item
	Notes  map[string]string
}

func (inv *Invoice) Add(desc string, qty int, unit Cents, rest ...float64) *Invoice {
	tax := 0.25
	if len(rest) > 0 {
		tax = rest[0]
	}
	inv.Items = append(inv.Items, Item{desc, qty, unit, tax})
	return inv
}

func (inv Invoice) Total() (net, vat Cents) {
	for _, it := range inv.Items {
		net += it.Net()
		vat += it.Vat()
	}
	return
}

func main() {
	inv := &Invoice{Number: "2023-007", Date: time.Date(2023, 2, 27, 0, 0, 0, 0, time.UTC)}
	inv.Add("Oak shelf", 3, 12950).Add("Bracket, steel", 12, 475).Add("Book: \"Joinery\"", 1, 2200, 0.06).Add("Delivery", 1, 0, 0)
	fmt.Printf("Invoice %s of %s, due %s\n", inv.Number, inv.Date.Format("2 January 2006"), inv.Date.AddDate(0, 0, 30).Format("02.01.06"))
	tw := tabwriter.NewWriter(os.Stdout, 4, 8, 2, ' ', 0)
	fmt.Fprintln(tw, "#\tItem\tQty\tUnit\tNet\tVAT")
	fmt.Fprintln(tw, "-\t----\t---\t----\t---\t---")
	for i, it := range inv.Items {
		fmt.Fprintf(tw, "%d\t%s\t%d\t%v\t%v\t%v\n", i+1, it.Desc, it.Qty, it.Unit, it.Net(), it.Vat())
	}
	tw.Flush()
	net, vat := inv.Total()
	for _, row := range []struct {
		label string
		v     Cents
	}{{"net", net}, {"vat", vat}, {"total", net + vat}} {
		fmt.Printf("%-8s|%10v|%-10v|%+v|%d\n", row.label, row.v, row.v, row.v, row.v)
	}
	fmt.Println(inv.Notes == nil, inv.Notes["none"] == "", len(inv.Notes))

	var buf bytes.Buffer
	tw = tabwriter.NewWriter(&buf, 0, 0, 1, ' ', tabwriter.AlignRight|tabwriter.Debug)
	for i := 1; i <= 4; i++ {
		for j := 1; j <= 4; j++ {
			fmt.Fprintf(tw, "%d\t", pow(i, j))
		}
		fmt.Fprintln(tw)
	}
	tw.Flush()
	fmt.Print(buf.String())
	buf.Reset()
	tw.Init(&buf, 8, 8, 0, '\t', 0)
	fmt.Fprint(tw, "a\tlonger cell here\tc\nb\tx\n")
	tw.Flush()
	fmt.Printf("%q\n", buf.String())
	fmt.Println(inv.Items[2], inv.Items[3].Net())
	fmt.Printf("%+v %v\n", inv.Items[1], []Cents{5, 199})
}

func pow(b, e int) int {
	if e == 0 {
		return 1
	}
	return b * pow(b, e-1)
}
