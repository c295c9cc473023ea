//go:build ignore

package main

import (
	"bufio"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
)

// Event is one server-sent event.
type Event struct {
	ID   int
	Kind string
	Data []string
}

func (e Event) String() string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "id: %d\n", e.ID)
	if e.Kind != "" {
		fmt.Fprintf(&sb, "event: %s\n", e.Kind)
	}
	for _, d := range e.Data {
		fmt.Fprintf(&sb, "data: %s\n", d)
	}
	return sb.String() + "\n"
}

type broker struct {
	history []Event
}

func (b *broker) publish(kind string, data ...string) *broker {
	b.history = append(b.history, Event{len(b.history) + 1, kind, data})
	return b
}

func (b *broker) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	fl, ok := w.(http.Flusher)
	if !ok {
		http.Error(w, "streaming unsupported", http.StatusNotImplemented)
		return
	}
	var last int
	if _, err := fmt.Sscan(r.Header.Get("Last-Event-ID"), &last); err != nil {
		last = 0
	}
	w.Header().Set("Content-Type", "text/event-stream")
	for _, e := range b.history {
		if e.ID <= last {
			continue
		}
		fmt.Fprint(w, e)
		fl.Flush()
	}
}

func read(url, lastID string) (events []Event) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		log.Fatal(err)
	}
	req.Header.Set("Last-Event-ID", lastID)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		log.Fatal(err)
	}
	defer resp.Body.Close()
	fmt.Println(resp.Status, resp.Header.Get("Content-Type"))
	var cur Event
	for sc := bufio.NewScanner(resp.Body); sc.Scan(); {
		key, val, found := strings.Cut(sc.Text(), ": ")
		switch {
		case !found:
			events = append(events, cur)
			cur = Event{}
		case key == "id":
			fmt.Sscanf(val, "%d", &cur.ID)
		case key == "event":
			cur.Kind = val
		case key == "data":
			cur.Data = append(cur.Data, val)
		}
	}
	return
}

type plainWriter struct{ http.ResponseWriter }

func main() {
	b := new(broker).
		publish("tick", "1").
		publish("", "plain", "two lines").
		publish("tick", "2").
		publish("close")
	srv := httptest.NewServer(b)
	defer srv.Close()
	for _, last := range []string{"", "2", "nonsense", "99"} {
		evs := read(srv.URL, last)
		fmt.Printf("from %q: %d events\n", last, len(evs))
		for _, e := range evs {
			fmt.Printf("  %#v\n", e)
		}
	}
	rec := httptest.NewRecorder()
	b.ServeHTTP(plainWriter{rec}, httptest.NewRequest("GET", "/", nil))
	fmt.Println(rec.Code, strings.TrimSpace(rec.Body.String()))
	rec = httptest.NewRecorder()
	b.ServeHTTP(rec, httptest.NewRequest("GET", "/", nil))
	fmt.Println("flushed:", rec.Flushed, "bytes:", rec.Body.Len())
}
