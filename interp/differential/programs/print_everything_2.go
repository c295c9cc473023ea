package main

import (
	"fmt"
	"math"
	"os"
)

type Temp float64
type ID [4]byte
type Mask uint8

func (m Mask) Format(f fmt.State, c rune) {
	flags := ""
	for _, fl := range "+-# 0" {
		if f.Flag(int(fl)) {
			flags += string(fl)
		}
	}
	w, wok := f.Width()
	p, pok := f.Precision()
	fmt.Fprintf(f, "{%c %q %d/%t %d/%t}", c, flags, w, wok, p, pok)
}

type Celsius struct{ Temp }

func (t Temp) String() string { return fmt.Sprintf("%.1f°", float64(t)) }

func main() {
	n := 1234
	fmt.Printf("|%d|%5d|%-6d|%06d|%+d|% d|%x|%X|%#x|%o|%#o|%O|%b|%c|%U|%#U|\n", n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n)
	f := 3.14159265
	fmt.Printf("|%f|%.2f|%8.3f|%-8.1f|%+.1f|%08.2f|%e|%E|%g|%G|%.3g|%b|% .2f|\n", f, f, f, f, f, f, f, f, f, f, f, 1.0, f)
	for _, v := range []float64{0, -0.0, 1, 100000, 1e6, 1e20, 1e21, 1e-4, 1e-5, 123456789, 0.1 + 0.2, math.Inf(-1), math.NaN(), math.MaxFloat64, math.SmallestNonzeroFloat64} {
		fmt.Print(v, " ")
	}
	fmt.Println(float32(16777216.0), float32(3.4e38), float32(1)/3)
	s := "héy\t\"x\""
	fmt.Printf("|%s|%10s|%-10s|%.2s|%q|%+q|%#q|%x|% x|%X|%8.3s|\n", s, s, s, s, s, s, s, s, s, s, s)
	b := []byte("ab\x00")
	fmt.Printf("|%s|%v|%d|%x|%X|% x|%#x|%q|%# x|\n", b, b, b, b, b, b, b, b, b)
	fmt.Printf("|%t|%5t|%v|%-7t|\n", true, false, true, true)
	fmt.Printf("%v %d %x %s %+v %#v\n", ID{1, 2, 0xff}, ID{1, 2, 3}, ID{0xab}, ID{'o', 'k'}, ID{9}, ID{7})
	fmt.Printf("%v %.2f %s %v %6.1f|\n", Temp(21.55), Temp(21.55), Temp(1), []Temp{1, 2}, Temp(3))
	fmt.Println(Celsius{20}, &Celsius{30}, []Celsius{{1}}, map[Temp]Celsius{2: {3}})
	fmt.Printf("%v %+5.2q %#08x %-s % d\n", Mask(1), Mask(2), Mask(3), Mask(4), Mask(5))
	fmt.Printf("%[2]d %[1]d %[2]*[1]d|%-*d|%.*f\n", 7, 4, 5, 2, 2.55)
	fmt.Printf("%d%%|%c%c|%5.1f%%\n", 50, 'o', 0x1F600, 99.5)
	fmt.Printf("%6.2f|%6v|%-6v|%06v\n", []float64{1, 2.345}, []int{1, 22}, []string{"a", "b"}, []int{7})
	fmt.Printf("%v %v %v\n", []any{nil, 1, "s"}, [][]int{{1}, {2, 3}, nil}, map[string][]int{"z": {1}, "a": nil})
	fmt.Printf("%x %X %x %x\n", "hello", []byte{1, 0xAB}, []string{"hi", "yo"}, [2]uint16{255, 4096})
	fmt.Printf("%q %q %q\n", []string{"a b", "c\n"}, 'ß', []rune("hi"))
	fmt.Printf("%5q|%-5q|%05d|%+05d|%x|%X|%#b\n", "a", "b", -42, 42, -255, -1, 5)
	fmt.Printf("%e %.0f %.0f %.0f %g %g\n", 123456.789, 0.5, 1.5, 2.5, 1e100, 1e-7)
	fmt.Printf("%v %.1f %+.2e %g\n", 1+2i, complex(1.25, -3.75), complex64(1i), -1i)
	fmt.Printf("%08b %o %#X %d\n", uint8(37), 0755, int64(math.MaxInt64), uint64(math.MaxUint64))
	format := "%d %s\n"
	fmt.Printf(format, "str", 5)
	fmt.Printf(format[:2]+"\n", 1, 2)
	fmt.Printf(format, 1)
	fmt.Printf("%!|"+format[3:], "x")
	fmt.Printf("%z %[9]d"+format[5:], 3)
	fmt.Fprint(os.Stdout, "a", 1, 2, "b", "c", 3.0, nil, []int{1}, 'x', "\n")
	fmt.Println(fmt.Sprint(), fmt.Sprint("x", "y"), fmt.Sprint(1, 2), fmt.Sprintln("end", 1) == "end 1\n", len(fmt.Append(nil, "abc", 1)))
	var i8 int8 = -128
	var u uint = 7
	var up uintptr = 10
	fmt.Println(i8, u, up, -i8, ^u>>60, 'a', "a"[0], `r\aw`, "\u00e9\x41\101")
	w, err := fmt.Fprintln(os.Stdout, struct{}{}, [0]int{}, [1]struct{}{}, "é")
	fmt.Println(w, err)
}
