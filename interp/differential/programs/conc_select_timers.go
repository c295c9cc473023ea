package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

type Message struct {
	Topic string
	Body  any
}

type Broker struct {
	subs map[string][]chan Message
	cmds chan func()
	done chan struct{}
}

func NewBroker() *Broker {
	b := &Broker{subs: map[string][]chan Message{}, cmds: make(chan func()), done: make(chan struct{})}
	go func() {
		defer close(b.done)
		for f := range b.cmds {
			f()
		}
	}()
	return b
}

func (b *Broker) Subscribe(topic string, size int) <-chan Message {
	reply := make(chan chan Message)
	b.cmds <- func() {
		ch := make(chan Message, size)
		b.subs[topic] = append(b.subs[topic], ch)
		reply <- ch
	}
	return <-reply
}

func (b *Broker) Publish(m Message) (sent, dropped int) {
	wait := make(chan struct{})
	b.cmds <- func() {
		defer close(wait)
		for _, ch := range b.subs[m.Topic] {
			select {
			case ch <- m:
				sent++
			default:
				dropped++
			}
		}
	}
	<-wait
	return
}

func (b *Broker) Close() {
	b.cmds <- func() {
		for _, chs := range b.subs {
			for _, ch := range chs {
				close(ch)
			}
		}
	}
	close(b.cmds)
	<-b.done
}

func waitFor(ctx context.Context, ch <-chan Message) (Message, error) {
	select {
	case m, ok := <-ch:
		if !ok {
			return m, errors.New("closed")
		}
		return m, nil
	case <-ctx.Done():
		return Message{}, ctx.Err()
	}
}

type ctxKey struct{}

func main() {
	b := NewBroker()
	news, small := b.Subscribe("news", 10), b.Subscribe("news", 1)
	misc := b.Subscribe("misc", 2)
	for i := range 3 {
		fmt.Println(b.Publish(Message{"news", i}))
	}
	fmt.Println(b.Publish(Message{Topic: "misc", Body: []string{"x"}}))
	fmt.Println(b.Publish(Message{"nobody", nil}))
	ctx, cancel := context.WithTimeout(context.WithValue(context.Background(), ctxKey{}, "v"), 200*time.Millisecond)
	defer cancel()
	m, err := waitFor(ctx, misc)
	fmt.Printf("%v %T %v\n", m, m.Body, err)
	_, err = waitFor(ctx, misc)
	_, has := ctx.Deadline()
	fmt.Println(err, errors.Is(err, context.DeadlineExceeded), has, ctx.Value(ctxKey{}), ctx.Value("none"))
	b.Close()
	for m := range news {
		fmt.Print(m.Body, " ")
	}
	m, err = waitFor(context.Background(), small)
	fmt.Println(m, err, len(small), cap(small))
	_, err = waitFor(context.Background(), small)
	fmt.Println(err)

	var nilCh chan int
	select {
	case <-nilCh:
		fmt.Println("never")
	case nilCh <- 1:
		fmt.Println("never")
	default:
		fmt.Println("nil channel blocks")
	}
	timer := time.NewTimer(time.Hour)
	fmt.Println(timer.Stop(), timer.Stop())
	fired := make(chan string, 2)
	time.AfterFunc(30*time.Millisecond, func() { fired <- "second" })
	time.AfterFunc(time.Millisecond, func() { fired <- "first" })
	fmt.Println(<-fired, <-fired)
	tick := time.NewTicker(2 * time.Millisecond)
	n := 0
loop:
	for {
		select {
		case <-tick.C:
			if n++; n == 3 {
				tick.Stop()
				break loop
			}
		case <-time.After(5 * time.Second):
			panic("too slow")
		}
	}
	fmt.Println("ticks", n)
	turns := [2]chan int{make(chan int), make(chan int)}
	var wg sync.WaitGroup
	for id := range turns {
		wg.Go(func() {
			for v := range turns[id] {
				fmt.Printf("p%d:%d ", id, v)
				if v == 0 {
					close(turns[1-id])
					return
				}
				turns[1-id] <- v - 1
			}
		})
	}
	turns[0] <- 6
	wg.Wait()
	fmt.Println()
	defer func() { fmt.Println(recover()) }()
	turns[1] <- 1
}
