package parameters

import (
	"strings"
	"testing"

	"krigo/cell"
	"krigo/interp/symbols"
)

const source = `import "time"

type Level int

// The number of folds.
folds := 5
rate, on := 0.5, true // how fast, and whether
var (
	name    = "co2" // of the set
	levels  []Level
	limit   = 90 * time.Second
	sizes   = []int{1, 2}
	names   []string
	small   int8
	level   Level
	weights []float64
	waits   []time.Duration
	model   = struct{ N int }{1}
)
const seed = 1
const scale float64 = 2
func half(n int) int { return n / 2 }`

func set(t *testing.T) *Set {
	t.Helper()
	s, err := Read(symbols.NewWorld(), []string{"undefined()", "type T struct{}"}, cell.Cell{Label: "cell 2", Source: source})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestParametersAreListedWithTheirTypesDefaultsAndComments(t *testing.T) {
	var got []string
	for _, p := range set(t).All() {
		got = append(got, strings.Join([]string{p.Name, p.Type, p.Default, p.Comment}, "|"))
	}
	want := []string{
		"folds|int|5|The number of folds.", "rate|float64|0.5|how fast, and whether", "on|bool|true|how fast, and whether",
		`name|string|"co2"|of the set`, "levels|[]Level||", "limit|time.Duration|90 * time.Second|", "sizes|[]int|[]int{1, 2}|",
		"names|[]string||", "small|int8||", "level|Level||", "weights|[]float64||", "waits|[]time.Duration||", "model|struct{N int}|struct{ N int }{1}|",
		"seed|int|1|", "scale|float64|2|",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestValuesFitTheirTypes(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"folds", "10", "folds = 10"},
		{"folds", "-0x10", "folds = -0x10"},
		{"folds", "1e3", "folds = 1e3"},
		{"folds", "1_000", "folds = 1_000"},
		{"folds", "010", "folds = 10"},
		{"folds", "-007", "folds = -7"},
		{"folds", "00", "folds = 0"},
		{"folds", "0o17", "folds = 0o17"},
		{"rate", "+08", "rate = +8"},
		{"rate", "00.5", "rate = 00.5"},
		{"rate", ".5", "rate = .5"},
		{"rate", "1e-3", "rate = 1e-3"},
		{"rate", "2", "rate = 2"},
		{"on", "false", "on = false"},
		{"name", `it's "quoted"`, `name = "it's \"quoted\""`},
		{"name", "", `name = ""`},
		{"name", "a\nb", `name = "a\nb"`},
		{"limit", "1m30s", "limit = 90000000000 /* 1m30s */"},
		{"sizes", "3,4, 5", "sizes = []int{3, 4, 5}"},
		{"sizes", "[3]", "sizes = []int{3}"},
		{"sizes", "", "sizes = []int{}"},
		{"names", `a,b`, `names = []string{"a", "b"}`},
		{"names", `["a,b", "c"]`, `names = []string{"a,b", "c"}`},
		{"weights", "[1, 2.5]", "weights = []float64{1, 2.5}"},
		{"waits", "1s,2s", "waits = []time.Duration{1000000000 /* 1s */, 2000000000 /* 2s */}"},
		{"small", "-128", "small = -128"},
		{"level", "2", "level = 2"},
		{"levels", "1,2", "levels = []Level{1, 2}"},
		{"seed", "7", "const seed = 7"},
		{"scale", "7", "const scale = 7"},
	} {
		got, err := set(t).Source(map[string]any{c.name: Text(c.value)})
		if err != nil || got != "// Parameters\n"+c.want {
			t.Errorf("%s=%s: %q (%v), want %s", c.name, c.value, got, err, c.want)
		}
	}
}

func TestJSONValuesFitTheirTypes(t *testing.T) {
	raw := `{"folds": 3, "rate": 1e-3, "on": false, "name": "x", "limit": "2s", "sizes": [1], "names": ["a"]}`
	values, err := ParseJSON([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	got, err := set(t).Source(values.(map[string]any))
	const want = "// Parameters\nfolds = 3\nrate = 1e-3\non = false\nname = \"x\"\nlimit = 2000000000 /* 2s */\nsizes = []int{1}\nnames = []string{\"a\"}"
	if err != nil || got != want {
		t.Errorf("%s (%v)\nwant %s", got, err, want)
	}
}

func TestValuesThatDoNotFitAreRefusedByName(t *testing.T) {
	for _, c := range []struct {
		name  string
		value any
		want  string
	}{
		{"folds", Text("ten"), `folds is an int: "ten" is not`},
		{"folds", Text("1.5"), `folds is an int: "1.5" is not`},
		{"folds", Text(""), `folds is an int: "" is not`},
		{"folds", Text("1); os.Exit(0"), `folds is an int: "1); os.Exit(0" is not`},
		{"folds", "3", `folds is an int: "3" is not`},
		{"folds", nil, `folds is an int: null is not`},
		{"small", Text("128"), `small is an int8: "128" is not`},
		{"rate", Text("NaN"), `rate is a float64: "NaN" is not`},
		{"rate", Text("1e999"), `rate is a float64: "1e999" is not`},
		{"rate", Text("1 2"), `rate is a float64: "1 2" is not`},
		{"rate", Text("1i"), `rate is a float64: "1i" is not`},
		{"rate", Text("'a'"), `rate is a float64: "'a'" is not`},
		{"rate", Text("0x"), `rate is a float64: "0x" is not`},
		{"rate", Text("--1"), `rate is a float64: "--1" is not`},
		{"on", Text("yes"), `on is a bool: "yes" is neither true nor false`},
		{"limit", Text("90"), `limit is a time.Duration: "90" is not a duration such as 90s or 1h30m`},
		{"sizes", Text("1,x"), `sizes is a []int: value 2: "x" is not`},
		{"sizes", Text("[1"), `sizes is a []int: "[1" is not a list such as 1,2,3 or [1, 2, 3]`},
		{"name", true, `name is a string: true is no text`},
		{"model", Text("1"), `model is a struct{N int}: a parameter that is set is a number`},
		{"seed", Text("1.5"), `seed is an int: "1.5" is not`},
		{"fold", Text("1"), `there is no parameter "fold"; did you mean folds?`},
		{"kernel", Text("1"), `there is no parameter "kernel"; available: folds, rate, on`},
	} {
		_, err := set(t).Source(map[string]any{c.name: c.value})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s=%v: %v, want %s", c.name, c.value, err, c.want)
		}
	}
}

func TestAFaultyCellOfParametersIsTold(t *testing.T) {
	if _, err := Read(symbols.NewWorld(), nil, cell.Cell{Label: "cell 2", Source: "folds := five"}); err == nil || !strings.Contains(err.Error(), "cell 2:1:10: undefined: five") {
		t.Errorf("%v", err)
	}
}
