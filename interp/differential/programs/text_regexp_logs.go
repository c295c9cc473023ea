package main

import (
	"fmt"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"text/tabwriter"
)

const access = `10.0.0.1 - - [02/Jan/2023:10:00:01] "GET /index.html HTTP/1.1" 200 5120
10.0.0.2 - bob [02/Jan/2023:10:00:02] "POST /login HTTP/1.1" 302 0
10.0.0.1 - - [02/Jan/2023:10:00:09] "GET /img/a.png?v=2 HTTP/1.1" 404 312
garbage here
10.0.0.3 - - [02/Jan/2023:10:01:00] "GET /img/b.png HTTP/2" 200 99999
10.0.0.2 - bob [02/Jan/2023:10:01:30] "DELETE /item/42 HTTP/1.1" 500 17
`

var lineRE = regexp.MustCompile(`(?m)^(?P<ip>[\d.]+) - (?P<user>\S+) \[(?P<when>[^\]]+)\] "(?P<verb>[A-Z]+) (?P<path>\S+) [^"]*" (?P<code>\d{3}) (?P<size>\d+)$`)

type record map[string]string

func (r record) Int(k string) int { n, _ := strconv.Atoi(r[k]); return n }

type counter struct {
	n, bytes int
	paths    []string
}

func main() {
	var recs []record
	for _, m := range lineRE.FindAllStringSubmatch(access, -1) {
		r := record{}
		for i, name := range lineRE.SubexpNames() {
			if name != "" {
				r[name] = m[i]
			}
		}
		recs = append(recs, r)
	}
	fmt.Println(len(recs), lineRE.NumSubexp(), lineRE.SubexpIndex("code"))
	byIP := map[string]*counter{}
	for _, r := range recs {
		c := byIP[r["ip"]]
		if c == nil {
			c = &counter{}
			byIP[r["ip"]] = c
		}
		c.n++
		c.bytes += r.Int("size")
		c.paths = append(c.paths, r["path"])
	}
	ips := make([]string, 0)
	for ip := range byIP {
		ips = append(ips, ip)
	}
	sort.Slice(ips, func(i, j int) bool { return byIP[ips[i]].bytes > byIP[ips[j]].bytes })
	tw := tabwriter.NewWriter(os.Stdout, 0, 4, 1, '.', tabwriter.Debug)
	fmt.Fprintln(tw, "ip\thits\tbytes\tpaths")
	for _, ip := range ips {
		c := byIP[ip]
		fmt.Fprintf(tw, "%s\t%d\t%d\t%s\n", ip, c.n, c.bytes, strings.Join(c.paths, " "))
	}
	tw.Flush()

	num := regexp.MustCompile(`\d+`)
	fmt.Println(num.ReplaceAllStringFunc("a1b22c333", func(s string) string {
		n, _ := strconv.Atoi(s)
		return "<" + strconv.Itoa(n*2) + ">"
	}))
	swap := regexp.MustCompile(`(\w+)@(?P<host>\w+)\.com`)
	fmt.Println(swap.ReplaceAllString("to: ann@home.com, bob@work.com", "${host}/$1"))
	fmt.Println(swap.ReplaceAllLiteralString("x ann@home.com", "$1"), swap.FindStringSubmatchIndex("x ann@home.com"))
	fmt.Printf("%q\n", regexp.MustCompile(`\s*[,;]\s*`).Split("a , b;c ,; d", -1))
	fmt.Printf("%q\n", num.FindAllString("1 22 333 4444", 3))
	fmt.Printf("%v\n", num.FindAllIndex([]byte("1 22"), -1))
	tmpl := swap.ExpandString(nil, "$host-$1!", "ann@home.com", swap.FindStringSubmatchIndex("ann@home.com"))
	fmt.Println(string(tmpl), swap, num.MatchString("none"))
	for _, p := range []string{`(`, `a**`, `[z-a]`, `\8`} {
		_, err := regexp.Compile(p)
		fmt.Println(err)
	}
	for _, p := range []string{`(?i)HELLO`, `^h.*o$`, `\bl+\b`, `(?s)h.+o`, `h\pLllo`} {
		ok, err := regexp.MatchString(p, "hello")
		fmt.Print(ok, err, " ")
	}
	fmt.Println(regexp.QuoteMeta("1+1=2?"))
	greedy, lazy := regexp.MustCompile(`<.+>`), regexp.MustCompile(`<.+?>`)
	fmt.Println(greedy.FindString("<a><b>"), lazy.FindString("<a><b>"), regexp.MustCompile("a|ab").FindString("ab"), regexp.MustCompilePOSIX("a|ab").FindString("ab"))
}
