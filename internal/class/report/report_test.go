package report

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
)

// The server reads the reports that a session sends.
func TestReportsComeBack(t *testing.T) {
	three, ok := Number(3)
	if !ok {
		t.Fatal("3 is no number")
	}
	for _, want := range []Report{
		{Answer: &Answer{Exercise: "01-4", Given: true, Right: true, Hash: math.MaxUint32, Hints: 2}},
		{Guess: &Guess{Question: "how many?", Guess: three, Truth: Value{Text: "many"}}},
	} {
		data, err := want.Data()
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(data)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := Parse(raw); !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read as %+v, %v", raw, got, ok)
		}
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if _, ok := Number(bad); ok {
			t.Errorf("%v is taken for a number with a JSON form", bad)
		}
	}
}

// What is none is refused: other JSON, both or neither kind, and what is too long.
func TestWhatIsNoReportIsRefused(t *testing.T) {
	long := `{"guess":{"question":"` + strings.Repeat("x", MaxBytes) + `"}}`
	for _, bad := range []string{``, `null`, `[]`, `{}`, `{"answer":1}`, `{"answer":{},"guess":{}}`, `{"answer":{"hash":-1}}`, `{"guess":{"guess":{"number":1e999}}}`, long} {
		if got, ok := Parse(json.RawMessage(bad)); ok {
			t.Errorf("%.60s is read as %+v", bad, got)
		}
	}
}
