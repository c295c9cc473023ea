package nbformat

import (
	"strings"
	"testing"
)

func TestReplaceSourcesLeavesAllElseAsItIs(t *testing.T) {
	const before = "\ufeff" + `{"cells": [
  {"source": ["a<b\n", "é"], "cell_type":"code","metadata":{"source": ["not this"]}, "outputs":[], "execution_count": null},
  {"cell_type" : "markdown", "source" : "one", "metadata": {}},
  {
   "cell_type": "code",
   "source": [
    "x\n",
    "y"
   ],
   "metadata": {}, "zz":  1.50,
   "outputs": [], "execution_count": null
  }
 ], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
`
	got, err := ReplaceSources([]byte(before), map[int]string{0: "a>b\n\"c\"\nd", 1: "two\nlines", 2: "x\n\ny\n"})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer(
		`["a<b\n", "é"]`, `["a>b\n", "\"c\"\n", "d"]`,
		`"one"`, `"two\nlines"`,
		"    \"x\\n\",\n    \"y\"", "    \"x\\n\",\n    \"\\n\",\n    \"y\\n\"",
	).Replace(before)
	if string(got) != want {
		t.Errorf("the notebook is\n%s\nwant\n%s", got, want)
	}
	if same, err := ReplaceSources([]byte(before), nil); err != nil || string(same) != before {
		t.Errorf("without a source it is\n%s\n(%v)", same, err)
	}
}

func TestReplaceSourcesRefuses(t *testing.T) {
	for _, c := range []struct{ raw, want string }{
		{`{"cells": [{"cell_type": "code"}]}`, "cell 1 of 1: it has no source"},
		{`{"cells": []}`, "cells other than its 0"},
		{`{"cells": [`, "notebook: "},
		{`[]`, "cells other"},
		{``, "notebook: "},
	} {
		if _, err := ReplaceSources([]byte(c.raw), map[int]string{0: "x"}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v, want %q", c.raw, err, c.want)
		}
	}
}
