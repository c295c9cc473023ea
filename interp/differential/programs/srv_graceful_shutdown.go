//go:build ignore

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

type result struct {
	body string
	err  error
}

func main() {
	entered := make(chan string, 4)
	release := make(chan struct{})
	mux := http.NewServeMux()
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
		entered <- "slow"
		<-release
		io.WriteString(w, "slow done")
	})
	mux.HandleFunc("/cancelled", func(w http.ResponseWriter, r *http.Request) {
		entered <- "cancelled"
		<-r.Context().Done()
		entered <- "handler saw " + r.Context().Err().Error()
	})

	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	srv := &http.Server{Handler: mux}
	srv.RegisterOnShutdown(func() { entered <- "shutdown hook" })
	served := make(chan error, 1)
	go func() { served <- srv.Serve(ln) }()
	base := "http://" + ln.Addr().String()

	get := func(ctx context.Context, path string) <-chan result {
		ch := make(chan result, 1)
		go func() {
			req, err := http.NewRequestWithContext(ctx, "GET", base+path, nil)
			if err != nil {
				ch <- result{err: err}
				return
			}
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				ch <- result{err: err}
				return
			}
			defer resp.Body.Close()
			b, err := io.ReadAll(resp.Body)
			ch <- result{string(b), err}
		}()
		return ch
	}

	ctx, cancel := context.WithCancelCause(context.Background())
	bored := errors.New("client got bored")
	r1 := get(ctx, "/cancelled")
	fmt.Println("entered:", <-entered)
	cancel(bored)
	res := <-r1
	fmt.Println("cancelled:", res.body == "", errors.Is(res.err, context.Canceled) || errors.Is(res.err, bored), context.Cause(ctx))
	fmt.Println(<-entered)

	r2 := get(context.Background(), "/slow")
	fmt.Println("entered:", <-entered)
	down := make(chan error)
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		down <- srv.Shutdown(ctx)
	}()
	fmt.Println(<-entered)
	select {
	case err := <-down:
		fmt.Println("too early", err)
	default:
		fmt.Println("shutdown waits for the slow request")
	}
	if err := <-served; err == http.ErrServerClosed {
		fmt.Println("serve:", err)
	}
	close(release)
	res = <-r2
	fmt.Printf("slow: %q %v\n", res.body, res.err)
	fmt.Println("shutdown:", <-down)

	res = <-get(context.Background(), "/slow")
	var oe *net.OpError
	fmt.Println("after shutdown:", res.body == "", errors.As(res.err, &oe) && oe.Op == "dial")
}
