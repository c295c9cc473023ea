// Module go.starlark.net@v0.0.0-20260908191801-89a6a09411d5

package main

import (
	"fmt"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

const script = `
def fib(n):
    a, b = 0, 1
    out = []
    for _ in range(n):
        out.append(a)
        a, b = b, a + b
    return out

words = {w: len(w) for w in "the quick brown fox".split()}
big = 1 << 100
text = "%s and %d, %r" % ("x", 5, [1.5, None, True])
squares = [twice(x) * x for x in range(10) if x % 2]
pairs = sorted([(v, k) for k, v in words.items()], reverse = True)
s = set([1, 2, 2, 3]) | set([5])
print(fib(10), words["quick"])
`

func main() {
	thread := &starlark.Thread{Name: "main", Print: func(_ *starlark.Thread, msg string) { fmt.Println("print:", msg) }}
	twice := func(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var x int
		if err := starlark.UnpackArgs(b.Name(), args, kwargs, "x", &x); err != nil {
			return nil, err
		}
		return starlark.MakeInt(2 * x), nil
	}
	options := &syntax.FileOptions{Set: true}
	globals, err := starlark.ExecFileOptions(options, thread, "a.star", script, starlark.StringDict{"twice": starlark.NewBuiltin("twice", twice)})
	fmt.Println(err)
	for _, name := range globals.Keys() {
		v := globals[name]
		fmt.Println(name, v.Type(), v)
	}
	v, err := starlark.Call(thread, globals["fib"], starlark.Tuple{starlark.MakeInt(30)}, nil)
	fmt.Println(v.(*starlark.List).Index(29), err)
	for _, bad := range []string{"1 // 0", "undefined", "[1, 2][5]", "{}['k']", "1 + 'a'", "(", "len(5)"} {
		_, err := starlark.EvalOptions(options, thread, "bad.star", bad, nil)
		fmt.Println(err)
	}
}
