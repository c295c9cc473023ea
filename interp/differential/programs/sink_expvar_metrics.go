//go:build ignore

package main

import (
	"encoding/json"
	"expvar"
	"fmt"
	"io"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
)

type Histogram struct {
	mu      sync.Mutex
	bounds  []float64
	buckets []int
	sum     float64
}

func NewHistogram(bounds ...float64) *Histogram {
	return &Histogram{bounds: bounds, buckets: make([]int, len(bounds)+1)}
}

func (h *Histogram) Observe(v float64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	i, _ := slices.BinarySearch(h.bounds, v)
	h.buckets[i]++
	h.sum += v
}

func (h *Histogram) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	b, err := json.Marshal(struct {
		Buckets []int   `json:"buckets"`
		Sum     float64 `json:"sum"`
	}{h.buckets, h.sum})
	if err != nil {
		return strconv.Quote(err.Error())
	}
	return string(b)
}

type Rate struct {
	hits, total expvar.Int
}

func (r *Rate) Hit(ok bool) {
	r.total.Add(1)
	if ok {
		r.hits.Add(1)
	}
}

func (r *Rate) String() string {
	t := r.total.Value()
	if t == 0 {
		return "null"
	}
	return strconv.FormatFloat(float64(r.hits.Value())/float64(t), 'f', 3, 64)
}

type quoted string

func (q quoted) String() string { return strconv.Quote(string(q)) }

func main() {
	app := expvar.NewMap("app")
	h := NewHistogram(1, 5, 10)
	r := &Rate{}
	app.Set("latency", h)
	app.Set("rate", r)
	app.Set("name", quoted(`the "app"`))
	app.Add("requests", 3)
	app.AddFloat("load", 0.5)
	app.AddFloat("load", 0.25)
	fmt.Println(app)
	for i := range 12 {
		h.Observe(float64(i))
		r.Hit(i%3 == 0)
	}
	app.Add("requests", 9)
	state := "starting"
	expvar.Publish("state", expvar.Func(func() any {
		return map[string]any{"state": state, "n": len(state), "list": []int{1, 2}}
	}))
	s := expvar.NewString("greeting")
	s.Set("hi <there>")
	f := expvar.NewFloat("pi")
	f.Set(3.0)
	f.Add(0.14)
	state = "running"
	for _, name := range []string{"app", "state", "greeting", "pi", "missing"} {
		v := expvar.Get(name)
		if v == nil {
			fmt.Println(name, "is not published")
			continue
		}
		fmt.Printf("%s %T %v\n", name, v, v)
	}
	app.Do(func(kv expvar.KeyValue) { fmt.Print(kv.Key, "=", kv.Value, " ") })
	fmt.Println()
	app.Delete("latency")
	_, isInt := app.Get("requests").(*expvar.Int)
	fmt.Println(app.Get("latency") == nil, isInt, s.Value(), f.Value())

	w := httptest.NewRecorder()
	expvar.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/debug/vars", nil))
	body, _ := io.ReadAll(w.Body)
	var all map[string]json.RawMessage
	err := json.Unmarshal(body, &all)
	_, hasMem := all["memstats"]
	fmt.Println(err, hasMem, string(all["pi"]), string(all["greeting"]))
	var back struct {
		Name     string
		Rate     float64
		Requests int
	}
	err = json.Unmarshal(all["app"], &back)
	fmt.Printf("%+v %v\n", back, err)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() { app.Add("parallel", 2); h.Observe(100) })
	}
	wg.Wait()
	fmt.Println(app.Get("parallel"), h)
	var local expvar.Map
	local.Init().Add("x", 1)
	fmt.Println(&local, local.String() == `{"x": 1}`)
}
