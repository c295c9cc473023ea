package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

type Pair struct{ Key, Value string }

type Query []Pair

type BadEscape string

func (b BadEscape) Error() string { return "bad escape " + strconv.Quote(string(b)) }

func unescape(s string) (string, error) {
	if !strings.ContainsAny(s, "%+") {
		return s, nil
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '+':
			out = append(out, ' ')
		case '%':
			if i+2 >= len(s) {
				return "", BadEscape(s[i:])
			}
			n, err := strconv.ParseUint(s[i+1:i+3], 16, 8)
			if err != nil {
				return "", errors.Join(BadEscape(s[i:i+3]), err)
			}
			out = append(out, byte(n))
			i += 2
		default:
			out = append(out, c)
		}
	}
	return string(out), nil
}

func ParseQuery(s string) (q Query, err error) {
	for part := range strings.SplitSeq(s, "&") {
		if part == "" {
			continue
		}
		k, v, _ := strings.Cut(part, "=")
		var p Pair
		if p.Key, err = unescape(k); err != nil {
			return nil, fmt.Errorf("key: %w", err)
		}
		if p.Value, err = unescape(v); err != nil {
			return nil, fmt.Errorf("value of %s: %w", p.Key, err)
		}
		q = append(q, p)
	}
	return q, nil
}

func (q Query) All(key string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for _, p := range q {
			if p.Key == key && !yield(p.Value) {
				return
			}
		}
	}
}

func Get[T any](q Query, key string, def T, conv func(string) (T, error)) T {
	for v := range q.All(key) {
		if x, err := conv(v); err == nil {
			return x
		}
	}
	return def
}

func (q Query) Encode() string {
	s := slices.Clone(q)
	slices.SortStableFunc(s, func(a, b Pair) int { return cmp.Compare(a.Key, b.Key) })
	var sb strings.Builder
	for i, p := range s {
		if i > 0 {
			sb.WriteByte('&')
		}
		sb.WriteString(url.QueryEscape(p.Key) + "=" + url.QueryEscape(p.Value))
	}
	return sb.String()
}

func main() {
	const raw = "name=Zo%C3%AB+B&tag=x&tag=y%26z&n=12x&n=34&&flag&rate=0.25&eq=a=b"
	q, err := ParseQuery(raw)
	fmt.Println(len(q), err)
	fmt.Printf("%+v\n%q\n", q, q[2])
	fmt.Println(slices.Collect(q.All("tag")), slices.Collect(q.All("none")) == nil)
	fmt.Println(Get(q, "n", -1, strconv.Atoi), Get(q, "m", -1, strconv.Atoi), Get(q, "flag", true, strconv.ParseBool))
	fmt.Println(Get(q, "rate", 0, func(s string) (float64, error) { return strconv.ParseFloat(s, 64) }))
	enc := q.Encode()
	std, _ := url.ParseQuery(raw)
	fmt.Println(enc)
	fmt.Println(enc == std.Encode(), std["tag"], std.Get("eq"), std.Has("flag"))
	for _, bad := range []string{"a=%", "a=%4", "%zz=1", "ok=1&b=%G0"} {
		q, err := ParseQuery(bad)
		var be BadEscape
		fmt.Printf("%v as=%t %q syntax=%t\n", q, errors.As(err, &be), string(be), errors.Is(err, strconv.ErrSyntax))
		fmt.Println("  ", strings.ReplaceAll(err.Error(), "\n", " / "))
	}
	u, err := url.Parse("https://user:pw@host.example:8443/a%20b/c?" + raw + "#frag")
	if err != nil {
		panic(err)
	}
	fmt.Println(u.Scheme, u.Host, u.Port(), u.Path, u.User.Username(), u.Fragment, u.JoinPath("../d").Path)
	fmt.Println(u.Query()["n"], u.Redacted()[:30])
}
