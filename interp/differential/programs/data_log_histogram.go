package main

import (
	"bufio"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

const raw = `2021-03-04T10:00:01 INFO 12 start
2021-03-04T10:00:05 WARN 250 slow disk
2021-03-04T10:01:11 INFO 33 query ok
bad line
2021-03-04T10:01:59 ERROR 1200 disk gone
2021-03-04T10:02:00 INFO x9 broken number
2021-03-04T10:02:02 DEBUG 3 tick
2021-03-04T10:02:03 INFO 64 query ok
2021-03-04T10:02:30 WARN 128 slow net

# a comment
2021-03-04T10:02:59 INFO 127 stop`

type entry struct {
	stamp, level string
	millis       int
	msg          string
}

var errShort = errors.New("too few fields")

type lineError struct {
	No  int
	Err error
}

func (e *lineError) Error() string { return "line " + strconv.Itoa(e.No) + ": " + e.Err.Error() }
func (e *lineError) Unwrap() error { return e.Err }

func parse(no int, s string) (e entry, err error) {
	defer func() {
		if err != nil {
			err = &lineError{no, err}
		}
	}()
	parts := strings.SplitN(s, " ", 4)
	if len(parts) < 4 {
		return e, errShort
	}
	e.stamp, e.level, e.msg = parts[0], parts[1], parts[3]
	e.millis, err = strconv.Atoi(parts[2])
	return
}

func bucket(ms int) (b int) {
	for ms > 0 {
		ms >>= 1
		b++
	}
	return
}

func main() {
	sc := bufio.NewScanner(strings.NewReader(raw))
	var all []entry
	var bad []error
	for no := 1; sc.Scan(); no++ {
		line := strings.TrimSpace(sc.Text())
		switch {
		case line == "", strings.HasPrefix(line, "#"):
			continue
		}
		e, err := parse(no, line)
		if err != nil {
			bad = append(bad, err)
			continue
		}
		all = append(all, e)
	}
	fmt.Println("parsed", len(all), "bad", len(bad))
	for _, err := range bad {
		var ne *strconv.NumError
		switch {
		case errors.Is(err, errShort):
			fmt.Println("short:", err)
		case errors.As(err, &ne):
			fmt.Printf("number: func=%s num=%q is-syntax=%t\n", ne.Func, ne.Num, errors.Is(err, strconv.ErrSyntax))
		default:
			fmt.Println("other:", err)
		}
	}
	var hist [16]int
	perLevel := map[string]*[16]int{}
	for _, e := range all {
		b := bucket(e.millis)
		hist[b]++
		if perLevel[e.level] == nil {
			perLevel[e.level] = new([16]int)
		}
		perLevel[e.level][b]++
	}
	for b, n := range hist {
		if n == 0 {
			continue
		}
		lo, hi := 1<<(b-1), 1<<b-1
		fmt.Printf("[%4d..%4d] %-4s|", lo, hi, strings.Repeat("*", n))
		for _, lv := range []string{"DEBUG", "INFO", "WARN", "ERROR"} {
			if h, ok := perLevel[lv]; ok && h[b] > 0 {
				fmt.Printf(" %s=%d", lv, h[b])
			}
		}
		fmt.Println()
	}
	fmt.Printf("%+v\n%q\n", all[0], all[len(all)-1].msg)
}
