package percent

import "testing"

// Reading returns what was written, whatever it is, and writing that gives the same file.
func FuzzRead(f *testing.F) {
	for _, text := range files {
		f.Add(text)
	}
	for _, c := range cells {
		f.Add(c.source)
		f.Add(head + "// %%\n" + c.source)
	}
	f.Fuzz(func(t *testing.T, text string) {
		nb, _, err := Read([]byte(text))
		if err != nil {
			return
		}
		if _, _, err := Cells(text); err != nil {
			t.Errorf("a file that can be read cannot be run: %v", err)
		}
		if err := nb.Validate(); err != nil {
			t.Fatal(err)
		}
		first, lost := Write(nb)
		again, _, err := Read(first)
		if err != nil {
			t.Fatalf("%v, of what was written:\n%s", err, first)
		}
		if got, want := content(t, again), content(t, nb); got != want && len(lost) == 0 {
			t.Errorf("read as\n%s\nwritten as\n%s\nread again as\n%s", want, first, got)
		}
		second, _ := Write(again)
		if string(second) != string(first) {
			t.Errorf("written as\n%s\nand then\n%s", first, second)
		}
	})
}
