package main

import (
	"encoding/json"
	"errors"
	"fmt"
)

type wrapped struct {
	error
	code int
}

type named struct{ fmt.Stringer }

func call(f func() string) (text string) {
	defer func() {
		if r := recover(); r != nil {
			_, isError := r.(error)
			text = fmt.Sprint("recovered: ", r, " ", isError)
		}
	}()
	return f()
}

func main() {
	fmt.Println(wrapped{}, named{}, []any{wrapped{code: 2}, &named{}})
	fmt.Println(wrapped{errors.New("an error"), 3}, named{wrappedText("text")})
	w, n := wrapped{}, &named{}
	fmt.Println(call(w.Error2), call(func() string { return w.Error() }), call(func() string { return n.String() }))
	var e error = w
	fmt.Println(call(e.Error), call(func() string { return fmt.Sprintf("%v", e) }))
	out, err := json.Marshal(map[string]any{"a": named{}})
	fmt.Println(string(out), err)
}

func (w wrapped) Error2() string { return w.error.Error() }

type wrappedText string

func (t wrappedText) String() string { return string(t) }
