//go:build ignore

package main

import (
	"errors"
	"fmt"
	"mime"
	"mime/multipart"
	"net/mail"
	"net/textproto"
	"net/url"
	"path"
	"strings"
	"time"
)

type Query struct {
	Text  string
	Page  int
	Tags  []string
	Since time.Duration
	Exact bool
}

func (q Query) Values() url.Values {
	v := url.Values{}
	if q.Text != "" {
		v.Set("q", q.Text)
	}
	for _, t := range q.Tags {
		v.Add("tag", t)
	}
	if q.Page > 1 {
		v.Set("page", fmt.Sprint(q.Page))
	}
	if q.Since != 0 {
		v.Set("since", q.Since.String())
	}
	if q.Exact {
		v["exact"] = nil
		v.Set("exact", "")
	}
	return v
}

func Parse(v url.Values) (q Query, err error) {
	q = Query{Text: v.Get("q"), Page: 1, Tags: v["tag"], Exact: v.Has("exact")}
	if p := v.Get("page"); p != "" {
		if _, e := fmt.Sscan(p, &q.Page); e != nil {
			err = errors.Join(err, fmt.Errorf("page %q: %w", p, e))
		}
	}
	if s := v.Get("since"); s != "" {
		var e error
		if q.Since, e = time.ParseDuration(s); e != nil {
			err = errors.Join(err, e)
		}
	}
	return
}

type normalizer func(*url.URL)

func (n normalizer) then(ms ...normalizer) normalizer {
	return func(u *url.URL) {
		n(u)
		for _, m := range ms {
			m(u)
		}
	}
}

func main() {
	for _, q := range []Query{{}, {"a b&c=d", 1, nil, 0, false}, {"é/?", 3, []string{"x", "y+z"}, 90 * time.Minute, true}} {
		enc := q.Values().Encode()
		v, err := url.ParseQuery(enc)
		back, err2 := Parse(v)
		fmt.Printf("%q\n  %+v %v %v\n", enc, back, err, err2)
	}
	v, err := url.ParseQuery("page=two&since=yesterday&q=%zz&tag=ok")
	fmt.Println(v, err)
	_, err = Parse(v)
	fmt.Println(strings.ReplaceAll(fmt.Sprint(err), "\n", " | "))

	lower := normalizer(func(u *url.URL) { u.Host, u.Scheme = strings.ToLower(u.Host), strings.ToLower(u.Scheme) })
	all := lower.then(func(u *url.URL) {
		if u.Port() == "80" && u.Scheme == "http" {
			u.Host = u.Hostname()
		}
	}, func(u *url.URL) { u.Path = path.Clean("/" + u.Path) }, func(u *url.URL) { u.Fragment = "" })
	for _, s := range []string{"HTTP://Example.COM:80/a/../b//c/?q=1#frag", "https://user:p%40ss@host:8443", "mailto:ann@x.org", "//cdn/x.js", "http://[::1]:80/%7Efoo%2Fbar", "::bad"} {
		u, err := url.Parse(s)
		if err != nil {
			var ue *url.Error
			fmt.Println(err, errors.As(err, &ue))
			continue
		}
		before := u.String()
		all(u)
		pw, set := u.User.Password()
		fmt.Printf("%s -> %s | %q %q %q %t\n", before, u, u.Path, u.Opaque, pw, set)
	}
	base, _ := url.Parse("http://h/dir/page?x=1")
	for _, ref := range []string{"other", "../up", "/abs", "?y=2", "#z", "//h2/p"} {
		r, _ := base.Parse(ref)
		fmt.Print(r, " ")
	}
	fmt.Println(base.JoinPath("a", "../b"), url.PathEscape("a b/c"), url.QueryEscape("a b/c"))

	var sb strings.Builder
	mw := multipart.NewWriter(&sb)
	if err := mw.SetBoundary("XX"); err != nil {
		fmt.Println(err)
	}
	_ = mw.WriteField("name", "value")
	part, _ := mw.CreatePart(textproto.MIMEHeader{"Content-Type": {"text/plain"}, "X-Kind": {"part"}})
	fmt.Fprint(part, "body")
	mw.Close()
	fmt.Printf("%q\n", sb.String())
	form, err := multipart.NewReader(strings.NewReader(sb.String()), "XX").NextPart()
	fmt.Println(form.FormName(), err)
	mt, params, err := mime.ParseMediaType(`Text/HTML; charset="utf-8"; q=0.5`)
	fmt.Println(mt, params, err, mime.FormatMediaType("a/b", map[string]string{"k": "v w"}))
	addr, err := mail.ParseAddress("Ann Lee <ann@example.org>")
	fmt.Println(addr, addr.Name, err)
}
