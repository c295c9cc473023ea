package kernel

import (
	"context"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/internal/testwait"
)

// pageFake is an engine whose cells read their words.
type pageFake struct {
	*fakeEngine
	reactive chan bool
}

func (e pageFake) Eval(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error) {
	b, err := e.fakeEngine.Eval(ctx, c, out)
	effects, _ := e.Effects(c)
	go out.(cell.Follower).Ran(cell.Run{Effects: effects, Failed: err != nil})
	return b, err
}

func (e pageFake) Effects(c cell.Cell) (cell.Effects, error) {
	if c.Source == "unsound" {
		return cell.Effects{}, &cell.Error{Name: "CompileError"}
	}
	return cell.Effects{Reads: strings.Fields(c.Source)}, nil
}

func (e pageFake) SetReactive(on bool) { e.reactive <- on }

func TestAPageIsToldWhatCellsReadAndWrite(t *testing.T) {
	e := pageFake{newFakeEngine(), make(chan bool, 1)}
	c := newLocalClientOf(t, Options{Info: testInfo, Start: func(context.Context) (Engine, error) { return e, nil }})
	c.request(shell, "execute_request", `{"code":"fail x","silent":true}`)
	ran := c.await("krigo_ran", func(a arrival) bool { return a.header.Type == "krigo_ran" })
	if got := string(ran.content); got != `{"reads":["fail","x"],"failed":true}` || ran.channel != iopub {
		t.Errorf("what ran is told on %s as %s", ran.channel, got)
	}
	var reply effectsReply
	c.decode(c.replyTo(c.request(control, "krigo_effects_request", `{"code":{"a":"value 1","b":"unsound"}}`)), &reply)
	if _, ok := reply.Effects["b"]; ok || strings.Join(reply.Effects["a"].Reads, " ") != "value 1" {
		t.Errorf("the reply is %+v", reply)
	}
	c.request(control, "krigo_reactive_request", `{"on":true}`)
	if !testwait.Receive(t, "reactive running", e.reactive) {
		t.Error("reactive running is off")
	}
}

func TestAnEngineWithoutAPageRefuses(t *testing.T) {
	c := newLocalClient(t)
	for _, kind := range []string{"krigo_effects", "krigo_reactive"} {
		reply := c.replyTo(c.request(shell, kind+"_request", "{}"))
		if got := string(reply.content); !strings.Contains(got, "does not know what cells read and write") {
			t.Errorf("%s: %s", kind, got)
		}
	}
}
