//go:build ignore

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"
)

type Password string

func (Password) LogValue() slog.Value { return slog.StringValue("***") }

type User struct {
	ID   int
	Name string
	Pass Password
}

func (u User) LogValue() slog.Value {
	return slog.GroupValue(slog.Int("id", u.ID), slog.String("name", strings.ToUpper(u.Name)), slog.Any("pass", u.Pass))
}

type lazy func() any

func (l lazy) LogValue() slog.Value { return slog.AnyValue(l()) }

type reqKey struct{}

type handler struct {
	w      io.Writer
	level  slog.Leveler
	prefix string
	attrs  []slog.Attr
	count  map[slog.Level]int
}

func (h *handler) Enabled(_ context.Context, l slog.Level) bool { return l >= h.level.Level() }

func (h *handler) Handle(ctx context.Context, r slog.Record) error {
	h.count[r.Level]++
	fmt.Fprintf(h.w, "[%v] %s", r.Level, r.Message)
	if id, ok := ctx.Value(reqKey{}).(int); ok {
		fmt.Fprintf(h.w, " req=%d", id)
	}
	emit := func(a slog.Attr) bool { h.emit(h.prefix, a); return true }
	for _, a := range h.attrs {
		h.emit("", a)
	}
	r.Attrs(emit)
	_, err := fmt.Fprintln(h.w)
	return err
}

func (h *handler) emit(prefix string, a slog.Attr) {
	v := a.Value.Resolve()
	if v.Kind() == slog.KindGroup {
		for _, g := range v.Group() {
			h.emit(prefix+a.Key+".", g)
		}
		return
	}
	fmt.Fprintf(h.w, " %s%s=%v(%s)", prefix, a.Key, v, v.Kind())
}

func (h *handler) WithAttrs(as []slog.Attr) slog.Handler {
	c := *h
	c.attrs = slices.Clone(h.attrs)
	for _, a := range as {
		a.Key = h.prefix + a.Key
		c.attrs = append(c.attrs, a)
	}
	return &c
}

func (h *handler) WithGroup(name string) slog.Handler {
	c := *h
	c.prefix += name + "."
	return &c
}

func main() {
	var lv slog.LevelVar
	h := &handler{w: os.Stdout, level: &lv, count: map[slog.Level]int{}}
	log := slog.New(h)
	u := User{7, "ann", "hunter2"}
	log.Info("login", "user", u, "ok", true, "took", 1500*time.Millisecond)
	log.Debug("invisible")
	calls := 0
	expensive := lazy(func() any { calls++; return []int{1, 2} })
	log.Debug("skipped", "x", expensive)
	lv.Set(slog.LevelDebug)
	log.Debug("now visible", "x", expensive)
	fmt.Println("calls", calls)
	sub := log.With("app", "demo").WithGroup("http").With("port", 80)
	sub.WarnContext(context.WithValue(context.Background(), reqKey{}, 42), "slow", slog.Group("path", "p", "/x", "n", 2.5))
	args := []any{"err", fmt.Errorf("wrap: %w", errors.New("cause")), "nil", nil, "odd"}
	sub.Error("failed", args...)
	log.Log(context.Background(), slog.Level(2), "custom", slog.Any("u", &u))
	fmt.Println(h.count)

	noTime := func(groups []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey && len(groups) == 0 {
			return slog.Attr{}
		}
		if a.Key == slog.LevelKey {
			a.Value = slog.StringValue(strings.ToLower(a.Value.String()))
		}
		return a
	}
	opts := &slog.HandlerOptions{ReplaceAttr: noTime}
	for _, hd := range []slog.Handler{slog.NewTextHandler(os.Stdout, opts), slog.NewJSONHandler(os.Stdout, opts)} {
		l := slog.New(hd).With("user", u)
		l.Info("std", "pw", Password("x"), "err", errors.New("an error"), "d", time.Second, "list", []string{"a b"}, "s", struct{ A int }{1})
		l.WithGroup("g").Warn("grouped", "k", "v w", "empty", "")
	}
}
