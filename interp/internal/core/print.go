package core

import (
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
)

// printer is print and println, in the format of Go's runtime.
type printer struct{ out io.Writer }

func (p printer) print(args ...any) { p.write(args, "", "") }

func (p printer) println(args ...any) { p.write(args, " ", "\n") }

func (p printer) write(args []any, separator, end string) {
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = printed(a)
	}
	// Where standard error is closed the runtime says nothing either.
	_, _ = io.WriteString(p.out, strings.Join(texts, separator)+end)
}

// words are the two words of an interface value: the runtime prints the addresses
// of its type and its data.
type words struct{ kind, data uintptr }

// wordsOf makes an argument of print of a value of interface type.
func wordsOf(v any) any {
	if v == nil {
		return words{}
	}
	copied := reflect.New(reflect.TypeOf(v))
	return words{reflect.ValueOf(reflect.TypeOf(v)).Pointer(), copied.Pointer()}
}

// printed returns the text of one argument.
func printed(a any) string {
	if w, ok := a.(words); ok {
		return fmt.Sprintf("(0x%x,0x%x)", w.kind, w.data)
	}
	v := reflect.ValueOf(a)
	switch {
	case !v.IsValid():
		return "nil"
	case v.Kind() == reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10)
	case v.CanFloat():
		return strconv.FormatFloat(v.Float(), 'g', -1, v.Type().Bits())
	case v.CanComplex():
		return strconv.FormatComplex(v.Complex(), 'g', -1, v.Type().Bits())
	case v.Kind() == reflect.String:
		return v.String()
	case v.Kind() == reflect.Slice:
		return fmt.Sprintf("[%d/%d]0x%x", v.Len(), v.Cap(), v.Pointer())
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Chan, reflect.Map, reflect.Func, reflect.UnsafePointer:
		return fmt.Sprintf("0x%x", v.Pointer())
	}
	return fmt.Sprint(v)
}
