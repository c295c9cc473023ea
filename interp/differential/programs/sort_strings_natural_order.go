//go:build ignore

package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
)

type natural []string

func (n natural) Len() int           { return len(n) }
func (n natural) Swap(i, j int)      { n[i], n[j] = n[j], n[i] }
func (n natural) Less(i, j int) bool { return naturalCompare(n[i], n[j]) < 0 }

func chunk(s string) (head, rest string, num bool) {
	if s == "" {
		return
	}
	num = unicode.IsDigit(rune(s[0]))
	i := strings.IndexFunc(s, func(r rune) bool { return unicode.IsDigit(r) != num })
	if i < 0 {
		return s, "", num
	}
	return s[:i], s[i:], num
}

func naturalCompare(a, b string) int {
	for a != "" && b != "" {
		ha, ra, na := chunk(a)
		hb, rb, nb := chunk(b)
		if na && nb {
			x, _ := strconv.Atoi(ha)
			y, _ := strconv.Atoi(hb)
			if x != y {
				return x - y
			}
		}
		if c := strings.Compare(strings.ToLower(ha), strings.ToLower(hb)); c != 0 {
			return c
		}
		a, b = ra, rb
	}
	return len(a) - len(b)
}

type Version struct {
	Major, Minor, Patch int
	Pre                 string
}

var verRE = regexp.MustCompile(`^v?(?P<major>\d+)\.(?P<minor>\d+)(?:\.(?P<patch>\d+))?(?:-(?P<pre>[\w.]+))?$`)

func ParseVersion(s string) (v Version, ok bool) {
	m := verRE.FindStringSubmatch(s)
	if m == nil {
		return
	}
	for i, name := range verRE.SubexpNames() {
		if m[i] == "" {
			continue
		}
		n, _ := strconv.Atoi(m[i])
		switch name {
		case "major":
			v.Major = n
		case "minor":
			v.Minor = n
		case "patch":
			v.Patch = n
		case "pre":
			v.Pre = m[i]
		}
	}
	return v, true
}

func (v Version) Compare(w Version) int {
	for _, d := range [...]int{v.Major - w.Major, v.Minor - w.Minor, v.Patch - w.Patch} {
		if d != 0 {
			return d
		}
	}
	switch {
	case v.Pre == w.Pre:
		return 0
	case v.Pre == "":
		return 1
	case w.Pre == "":
		return -1
	}
	return naturalCompare(v.Pre, w.Pre)
}

func (v Version) String() string {
	s := fmt.Sprintf("v%d.%d.%d", v.Major, v.Minor, v.Patch)
	if v.Pre != "" {
		s += "-" + v.Pre
	}
	return s
}

func main() {
	files := strings.Fields("img12.png img10.png IMG2.png img1.png x img007.png img7.png a1b10 a1b9 a01b9 10 9 1")
	plain := slices.Clone(files)
	sort.Strings(plain)
	fmt.Println(plain)
	sort.Stable(natural(files))
	fmt.Println(files)
	sort.Sort(sort.Reverse(natural(files)))
	fmt.Println(files[:3], sort.IsSorted(natural(files)))

	var vs []Version
	bad := 0
	for _, s := range strings.Fields("1.2.3 v1.10.0 1.2 v1.2.3-rc.2 1.2.3-rc.10 2.0.0-alpha x.1 2.0 1.2.3.4") {
		if v, ok := ParseVersion(s); ok {
			vs = append(vs, v)
		} else {
			fmt.Fprintln(os.Stdout, "skip", s)
			bad++
		}
	}
	slices.SortFunc(vs, Version.Compare)
	fmt.Println(vs)
	fmt.Println(vs[0] == Version{1, 2, 0, ""}, bad)
	fmt.Println(slices.IndexFunc(vs, func(v Version) bool { return v.Pre != "" }))
	groups := map[int][]string{}
	for _, v := range vs {
		groups[v.Major] = append(groups[v.Major], v.String())
	}
	fmt.Println(groups)
	words := strings.Fields("the Quick brown fox The quick Brown dog")
	slices.SortStableFunc(words, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	fmt.Println(words, slices.CompactFunc(words, strings.EqualFold))
}
