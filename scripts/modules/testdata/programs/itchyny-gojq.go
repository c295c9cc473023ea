// Module github.com/itchyny/gojq@v0.12.20

package main

import (
	"encoding/json"
	"fmt"

	"github.com/itchyny/gojq"
)

const data = `{"users": [{"name": "Ann", "age": 31, "tags": ["a", "b"]}, {"name": "Bob", "age": 25, "tags": []},
	{"name": "Cy", "age": 40.5}], "n": 12345678901234567890, "s": "2024-03-01T10:00:00Z"}`

func main() {
	var input any
	fmt.Println(json.Unmarshal([]byte(data), &input))
	for _, text := range []string{
		".users[].name", "[.users[] | select(.age > 30) | {name, n: (.tags // [] | length)}]",
		".users | map(.age) | add / length", ".users | sort_by(.age) | map(.name) | join(\"-\")",
		"[paths | tostring] | length", "reduce .users[] as {name: $n, age: $a} (\"\"; . + \"\\($n):\\($a) \")",
		"[limit(5; repeat(1))]", "def f($n): if $n < 2 then 1 else $n * f($n - 1) end; f(20)",
		".users | group_by(.age > 30) | map(length)", ".s | fromdate | todate", "@base64 \"x\\(.users[0].name)\", @csv \"\\([1, \"a\"])\"",
		"[.users[].name | test(\"^[AB]\")]", ".users[0] | to_entries | map(.key)", "try error(\"bad\") catch . + \"!\"",
		".users.name", ".users[0] + 1", "input", "[.users[] | .tags[]?]", "\"a,b;c\" | [splits(\"[,;]\")]",
		".users |= map(.age |= floor) | .users[2].age", "[range(0; 10; 3)] | @json", "$__loc__", "1 as $x | [$x, $x + 1] | tojson",
		"{a: 1} * {a: {b: 2}}", "[1, null, \"x\", [], {}] | sort", "label $out | 1, break $out, 2", "ltrimstr(1)", "infinite, nan | tostring",
	} {
		query, err := gojq.Parse(text)
		if err != nil {
			fmt.Println(text, "parse:", err)
			continue
		}
		code, err := gojq.Compile(query)
		if err != nil {
			fmt.Println(text, "compile:", err)
			continue
		}
		fmt.Println(query)
		it := code.Run(input)
		for v, ok := it.Next(); ok; v, ok = it.Next() {
			if err, bad := v.(error); bad {
				fmt.Println("   error:", err)
				break
			}
			out, _ := gojq.Marshal(v)
			fmt.Println("  ", string(out))
		}
	}
	_, err := gojq.Parse(".a | (")
	fmt.Println(err)
}
