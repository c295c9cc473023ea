//go:build js && wasm

// Command module answers the questions of package explore in a browser, as WebAssembly: its global
// function krigoAnswer takes a question and returns the answer, both as JSON.
package main

import (
	"encoding/json"
	"fmt"
	"syscall/js"

	"krigo/internal/explore"
)

func main() {
	js.Global().Set("krigoAnswer", js.FuncOf(func(_ js.Value, args []js.Value) any { return answer(args) }))
	select {} // the function needs the program
}

// answer answers a question. A panic is an error of it, since it would end the program otherwise.
func answer(args []js.Value) (text string) {
	defer func() {
		if p := recover(); p != nil {
			raw, _ := json.Marshal(map[string]string{"error": fmt.Sprint(p)}) // a text has a JSON form
			text = string(raw)
		}
	}()
	if len(args) != 1 || args[0].Type() != js.TypeString {
		return `{"error": "krigoAnswer takes one question, as JSON"}`
	}
	return string(explore.Answer([]byte(args[0].String())))
}
