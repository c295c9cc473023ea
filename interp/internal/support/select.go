package support

import (
	"reflect"
	"sync"

	yaegi "github.com/traefik/yaegi/interp"
)

// selectCase is a case of a select.
type selectCase struct {
	reflect.SelectCase
	number       int
	received, ok any // pointers to where what is received goes; nil where nowhere
}

// sendCase is the case of a number that sends; channel and value are pointers
// to the operands.
func sendCase(number int, channel, value any) selectCase {
	send := reflect.SelectCase{Dir: reflect.SelectSend, Chan: reflect.ValueOf(channel).Elem(), Send: reflect.ValueOf(value).Elem()}
	return selectCase{SelectCase: send, number: number}
}

// receiveCase is the case of a number that receives; channel is a pointer to
// the operand.
func receiveCase(number int, channel, received, ok any) selectCase {
	receive := reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(channel).Elem()}
	return selectCase{receive, number, received, ok}
}

// selector runs selects for an interpreter.
type selector struct{ interp *yaegi.Interpreter }

// Numbers that choose returns for no case.
const (
	byDefault   = -1
	interrupted = -2
)

// choose waits until one of the cases can go on, does it and returns its
// number, or byDefault at once. When the interpreter stops, which then goes no
// further, it returns interrupted.
func (s selector) choose(atOnce bool, cases ...selectCase) int {
	list := make([]reflect.SelectCase, 0, len(cases)+2)
	for _, c := range cases {
		list = append(list, c.SelectCase)
	}
	list = append(list, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: s.done()})
	if atOnce {
		list = append(list, reflect.SelectCase{Dir: reflect.SelectDefault})
	}
	i, value, ok := reflect.Select(list)
	switch {
	case i == len(cases):
		return interrupted
	case i > len(cases):
		return byDefault
	}
	c := cases[i]
	if c.received != nil {
		reflect.ValueOf(c.received).Elem().Set(value)
	}
	if c.ok != nil {
		reflect.ValueOf(c.ok).Elem().SetBool(ok)
	}
	return c.number
}

// done is the channel that the interpreter closes when it stops.
func (s selector) done() reflect.Value {
	in := reflect.ValueOf(s.interp).Elem()
	mutex := in.FieldByName("mutex").Addr().UnsafePointer()
	(*sync.RWMutex)(mutex).RLock()
	defer (*sync.RWMutex)(mutex).RUnlock()
	return reflect.ValueOf(exported(in.FieldByName("done")).Interface())
}
