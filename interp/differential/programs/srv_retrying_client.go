//go:build ignore

package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"time"
)

type StatusError struct {
	Code       int
	RetryAfter time.Duration
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("status %d (%s)", e.Code, http.StatusText(e.Code))
}

func (e *StatusError) Temporary() bool { return e.Code == 503 || e.Code == 429 }

type Client struct {
	http  *http.Client
	tries int
	sleep func(time.Duration)
	trace func(format string, args ...any)
}

func (c *Client) once(url string) (string, error) {
	resp, err := c.http.Get(url)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		se := &StatusError{Code: resp.StatusCode}
		if s := resp.Header.Get("Retry-After"); s != "" {
			n, err := strconv.Atoi(s)
			if err != nil {
				return "", errors.Join(se, fmt.Errorf("bad Retry-After: %w", err))
			}
			se.RetryAfter = time.Duration(n) * time.Second
		}
		return "", se
	}
	b, err := io.ReadAll(resp.Body)
	return string(b), err
}

func (c *Client) Get(url string) (body string, err error) {
	wait := 100 * time.Millisecond
	for i := range c.tries {
		body, err = c.once(url)
		var tmp interface{ Temporary() bool }
		if err == nil || !errors.As(err, &tmp) || !tmp.Temporary() {
			return
		}
		var se *StatusError
		if errors.As(err, &se) && se.RetryAfter > 0 {
			wait = se.RetryAfter
		}
		c.trace("try %d: %v, waiting %v", i+1, err, wait)
		c.sleep(wait)
		wait *= 2
	}
	return "", fmt.Errorf("gave up after %d tries: %w", c.tries, err)
}

func main() {
	hits := map[string]int{}
	mux := http.NewServeMux()
	mux.HandleFunc("/flaky", func(w http.ResponseWriter, r *http.Request) {
		hits[r.URL.Path]++
		if hits[r.URL.Path] < 3 {
			w.WriteHeader(503)
			return
		}
		fmt.Fprint(w, "finally")
	})
	mux.HandleFunc("/limited", func(w http.ResponseWriter, r *http.Request) {
		if hits[r.URL.Path]++; hits[r.URL.Path] == 1 {
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(429)
			return
		}
		io.WriteString(w, "ok now")
	})
	mux.HandleFunc("/weird", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "soon")
		w.WriteHeader(http.StatusTeapot)
	})
	mux.HandleFunc("/down", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(503) })
	ts := httptest.NewServer(mux)
	defer ts.Close()

	var slept time.Duration
	c := &Client{
		http:  ts.Client(),
		tries: 4,
		sleep: func(d time.Duration) { slept += d },
		trace: func(f string, args ...any) { fmt.Printf("   "+f+"\n", args...) },
	}
	for _, p := range []string{"/flaky", "/limited", "/weird", "/down", "/missing"} {
		slept = 0
		body, err := c.Get(ts.URL + p)
		fmt.Printf("%-9s body=%q slept=%v err=%q\n", p, body, slept, fmt.Sprint(err))
		var ne *strconv.NumError
		if errors.As(err, &ne) {
			fmt.Println("   number error:", ne.Func, ne.Num, ne.Err)
		}
	}
}
