//go:build ignore

package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

type key int

const (
	userKey key = iota
	roleKey
)

type otherKey int

type structKey struct{ name string }

type Key[T any] struct{ name string }

func (k *Key[T]) With(ctx context.Context, v T) context.Context { return context.WithValue(ctx, k, v) }
func (k *Key[T]) From(ctx context.Context) (v T, ok bool) {
	v, ok = ctx.Value(k).(T)
	return
}
func (k *Key[T]) String() string { return "Key(" + k.name + ")" }

type user struct{ name string }

func (u user) String() string { return "user:" + u.name }

// merged takes values from both parents and is cancelled by the first.
type merged struct {
	context.Context
	extra context.Context
}

func (m merged) Value(k any) any {
	if v := m.Context.Value(k); v != nil {
		return v
	}
	return m.extra.Value(k)
}

type fixed struct {
	context.Context
	deadline time.Time
	done     chan struct{}
}

func (f fixed) Deadline() (time.Time, bool) { return f.deadline, true }
func (f fixed) Done() <-chan struct{}       { return f.done }
func (f fixed) Err() error {
	select {
	case <-f.done:
		return errors.New("fixed is done")
	default:
		return nil
	}
}

func main() {
	bg := context.Background()
	ctx := context.WithValue(bg, userKey, user{"ann"})
	ctx = context.WithValue(ctx, roleKey, "admin")
	ctx = context.WithValue(ctx, structKey{"x"}, 1)
	ctx = context.WithValue(ctx, structKey{"y"}, 2)
	ctx = context.WithValue(ctx, [2]int{1, 2}, "array")
	shadow := context.WithValue(ctx, userKey, &user{"bob"})
	for _, k := range []any{userKey, roleKey, otherKey(0), 0, structKey{"x"}, structKey{"y"}, structKey{"z"}, [2]int{1, 2}, "user"} {
		fmt.Printf("%T(%v): %v | %v\n", k, k, ctx.Value(k), shadow.Value(k))
	}
	count, name := &Key[int]{"n"}, &Key[string]{"n"}
	ctx = count.With(name.With(ctx, "str"), 5)
	n, ok := count.From(ctx)
	s, ok2 := name.From(ctx)
	_, ok3 := (&Key[int]{"n"}).From(ctx)
	fmt.Println(n, ok, s, ok2, ok3, count)

	m := merged{context.WithValue(bg, roleKey, "first"), shadow}
	fmt.Println(m.Value(roleKey), m.Value(userKey), m.Err())
	child, cancel := context.WithCancel(m)
	fmt.Println(child.Value(structKey{"y"}))
	cancel()
	fmt.Println(child.Err(), m.Err(), context.Cause(child))

	f := fixed{bg, time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), make(chan struct{})}
	sub, cancelSub := context.WithCancelCause(context.WithValue(f, userKey, "of fixed"))
	d, has := sub.Deadline()
	fmt.Println(d.Year(), has, sub.Err(), sub.Value(userKey))
	close(f.done)
	<-sub.Done()
	fmt.Println(sub.Err(), context.Cause(sub))
	cancelSub(errors.New("too late"))
	fmt.Println(context.Cause(sub))

	cctx, ccancel := context.WithCancelCause(ctx)
	inner, icancel := context.WithTimeoutCause(cctx, time.Hour, errors.New("timeout cause"))
	defer icancel()
	detached := context.WithoutCancel(inner)
	ccancel(fmt.Errorf("stop: %w", errors.ErrUnsupported))
	fmt.Println(inner.Err(), context.Cause(inner), errors.Is(context.Cause(inner), errors.ErrUnsupported))
	fmt.Println(detached.Err(), detached.Value(roleKey), detached.Done() == nil)
	past, pc := context.WithDeadlineCause(bg, f.deadline, errors.New("long ago"))
	defer pc()
	fmt.Println(past.Err(), context.Cause(past), errors.Is(past.Err(), context.DeadlineExceeded))
	fmt.Println(bg, context.TODO(), context.WithValue(bg, roleKey, user{"v"}), child)
	for _, bad := range []func(){
		func() { fmt.Println(context.WithValue(bg, nil, 1)) },
		func() { var k any = []int{1}; fmt.Println(context.WithValue(bg, k, 1)) },
	} {
		func() {
			defer func() { fmt.Println("panic:", recover()) }()
			bad()
		}()
	}
}
