//go:build ignore

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

type Point struct{ X, Y int }

func (p Point) String() string { return fmt.Sprintf("<%d;%d>", p.X, p.Y) }

func (p *Point) Scan(st fmt.ScanState, verb rune) error {
	st.SkipSpace()
	if r, _, err := st.ReadRune(); err != nil || r != '<' {
		return fmt.Errorf("point: want '<', got %q (%v)", r, err)
	}
	tok, err := st.Token(false, func(r rune) bool { return r != '>' })
	if err != nil {
		return err
	}
	if _, _, err := st.ReadRune(); err != nil {
		return io.ErrUnexpectedEOF
	}
	_, err = fmt.Sscanf(string(tok), "%d;%d", &p.X, &p.Y)
	return err
}

type Level int

func main() {
	var (
		a    int
		b    string
		c    float64
		d    bool
		r    rune
		p, q Point
		lv   Level
		by   []byte
	)
	n, err := fmt.Sscan("12 word 2.5e3 true", &a, &b, &c, &d)
	fmt.Println(n, err, a, b, c, d)
	n, err = fmt.Sscan("7\nnext", &lv, &by)
	fmt.Println(n, err, lv, string(by))
	n, err = fmt.Sscanln("1 two\n3", &a, &b, &c)
	fmt.Println(n, err, a, b)
	n, err = fmt.Sscanf("id=0042, hex=ff, ch=ž", "id=%d, hex=%x, ch=%c", &a, &lv, &r)
	fmt.Println(n, err, a, lv, string(r))
	n, err = fmt.Sscanf("abcdef", "%3s%2s", &b, &by)
	fmt.Println(n, err, b, string(by))
	n, err = fmt.Sscanf("x:5", "y:%d", &a)
	fmt.Println(n, err)
	n, err = fmt.Sscan("<3;4>  <-5;6>", &p, &q)
	fmt.Println(n, err, p, q)
	n, err = fmt.Sscan("(3;4)", &p)
	fmt.Println(n, err)
	n, err = fmt.Sscanf("from <1;2> to <8;9>", "from %v to %v", &p, &q)
	fmt.Println(n, err, p, q)
	n, err = fmt.Sscan("notanumber", &a)
	fmt.Println(n, err)
	n, err = fmt.Sscan("300", new(int8))
	fmt.Println(n, err)
	n, err = fmt.Sscanf(`"quoted \"str\"" 0x1F 0b101 1_000`, "%q %v %v %v", &b, &a, &lv, &p.X)
	fmt.Println(n, err, b, a, lv, p.X)

	in := bufio.NewReader(strings.NewReader("3\n1 2\n3 4\n5 x\n6 7\n"))
	var count, sum int
	if _, err := fmt.Fscan(in, &count); err != nil {
		panic(err)
	}
	for i := range count {
		var x, y int
		if _, err := fmt.Fscan(in, &x, &y); err != nil {
			fmt.Println("row", i, "error:", err)
			rest, _ := in.ReadString('\n')
			fmt.Printf("skipped %q\n", rest)
			continue
		}
		sum += x * y
	}
	fmt.Println("sum", sum)
	for {
		var v int
		_, err := fmt.Fscanln(in, &v)
		if errors.Is(err, io.EOF) {
			break
		}
		fmt.Println("line:", v, err)
	}
	pts := []Point{{1, 1}, {2, 4}, {3, 9}}
	text := strings.Trim(fmt.Sprint(pts), "[]")
	var back []Point
	for rd := strings.NewReader(text); ; {
		var p Point
		if _, err := fmt.Fscan(rd, &p); err != nil {
			break
		}
		back = append(back, p)
	}
	fmt.Println(text, back, len(back) == len(pts) && back[2] == pts[2])
}
