package core

import (
	"reflect"
	"sync"
)

// Selection is the cases of a select.
type Selection struct{ cases []reflect.SelectCase }

func newSelection() *Selection { return &Selection{} }

// send adds a case that sends.
func (s *Selection) send(channel, value any) {
	c := reflect.ValueOf(channel)
	v := reflect.New(c.Type().Elem()).Elem()
	if value != nil {
		v.Set(reflect.ValueOf(value))
	}
	s.cases = append(s.cases, reflect.SelectCase{Dir: reflect.SelectSend, Chan: c, Send: v})
}

// receive adds a case that receives.
func (s *Selection) receive(channel any) {
	s.cases = append(s.cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(channel)})
}

// Numbers that choose returns for no case.
const (
	byDefault   = -1
	interrupted = -2
)

// choose waits until one of the cases can go on, does it and returns its number
// and what was received. Where it is not to wait and none can, the number is
// byDefault. When the interpreter stops, which then goes no further, it returns
// interrupted.
func (r *Runtime) choose(s *Selection, waits bool) (int, bool, any) {
	n := len(s.cases)
	list := append(s.cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: r.done()})
	if !waits {
		list = append(list, reflect.SelectCase{Dir: reflect.SelectDefault})
	}
	i, v, ok := reflect.Select(list)
	switch {
	case i == n:
		return interrupted, false, nil
	case i > n:
		return byDefault, false, nil
	case ok:
		return i, true, v.Interface()
	}
	return i, false, nil
}

// done returns the channel that the interpreter closes when it stops.
func (r *Runtime) done() reflect.Value {
	in := reflect.ValueOf(r.interp).Elem()
	mutex := in.FieldByName("mutex").Addr().UnsafePointer()
	(*sync.RWMutex)(mutex).RLock()
	defer (*sync.RWMutex)(mutex).RUnlock()
	return reflect.ValueOf(exported(in.FieldByName("done")).Interface())
}
