//go:build ignore

package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"
)

type Temporary interface {
	error
	Temporary() bool
}

type netErr struct {
	msg  string
	temp bool
}

func (n *netErr) Error() string   { return n.msg }
func (n *netErr) Temporary() bool { return n.temp }

type permanent struct{ error }

func (p permanent) Unwrap() error { return p.error }

func Permanent(err error) error {
	if err == nil {
		return nil
	}
	return permanent{err}
}

type Backoff func(attempt int) (time.Duration, bool)

func Constant(d time.Duration) Backoff {
	return func(int) (time.Duration, bool) { return d, true }
}

func Exponential(base time.Duration, factor float64) Backoff {
	return func(n int) (time.Duration, bool) {
		return time.Duration(float64(base) * math.Pow(factor, float64(n))), true
	}
}

func (b Backoff) Max(n int) Backoff {
	return func(i int) (time.Duration, bool) {
		d, ok := b(i)
		return d, ok && i < n
	}
}

func (b Backoff) Cap(limit time.Duration) Backoff {
	return func(i int) (time.Duration, bool) {
		d, ok := b(i)
		return min(d, limit), ok
	}
}

type Sleeper interface {
	Sleep(context.Context, time.Duration) error
}

type virtual struct {
	elapsed time.Duration
	budget  time.Duration
}

func (v *virtual) Sleep(ctx context.Context, d time.Duration) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if v.elapsed += d; v.elapsed > v.budget {
		return context.DeadlineExceeded
	}
	return nil
}

func Retry[T any](ctx context.Context, s Sleeper, b Backoff, f func(int) (T, error)) (T, error) {
	var errs []error
	for i := 0; ; i++ {
		v, err := f(i)
		if err == nil {
			return v, nil
		}
		errs = append(errs, fmt.Errorf("#%d %w", i, err))
		var p permanent
		var t Temporary
		if errors.As(err, &p) || errors.As(err, &t) && !t.Temporary() {
			return v, errors.Join(errs...)
		}
		d, again := b(i)
		if !again {
			return v, errors.Join(errs...)
		}
		if err := s.Sleep(ctx, d); err != nil {
			return v, errors.Join(append(errs, err)...)
		}
	}
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	busy := &netErr{"busy", true}
	type scenario struct {
		name string
		b    Backoff
		f    func(int) (string, error)
	}
	for _, sc := range []scenario{
		{"third time", Constant(time.Second), func(i int) (string, error) {
			if i < 2 {
				return "", busy
			}
			return fmt.Sprint("value after ", i), nil
		}},
		{"fatal", Constant(1), func(int) (string, error) { return "partial", &netErr{"refused", false} }},
		{"permanent", Constant(1), func(i int) (string, error) {
			if i == 1 {
				return "", Permanent(errors.New("bad request"))
			}
			return "", errors.New("odd")
		}},
		{"limited", Exponential(time.Second, 2).Max(3), func(int) (string, error) { return "", busy }},
		{"budget", Exponential(time.Second, 3).Cap(20 * time.Second), func(int) (string, error) { return "", busy }},
		{"cancel", Constant(time.Hour), func(int) (string, error) { cancel(); return "", busy }},
	} {
		v := &virtual{budget: time.Minute}
		s, err := Retry(ctx, v, sc.b, sc.f)
		fmt.Printf("%s: %q elapsed=%v busy=%t\n", sc.name, s, v.elapsed, errors.Is(err, busy))
		if m, ok := err.(interface{ Unwrap() []error }); ok {
			for _, e := range m.Unwrap() {
				fmt.Println("  ", e)
			}
		}
	}
	fmt.Println(Permanent(nil) == nil, errors.Is(Permanent(busy), busy))
}
