package save

// standIns declare in a file what a session predeclares.
var standIns = map[string]struct {
	text    string
	imports []string
}{
	"ctx": {"\n// ctx stands for the context of the running cell.\nvar ctx = context.Background()\n", []string{"context"}},
	"input": {`
// input asks for a line of text.
func input(prompt string) string {
	fmt.Print(prompt)
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil && line == "" {
		panic(err)
	}
	return strings.TrimRight(line, "\r\n")
}
`, []string{"bufio", "fmt", "os", "strings"}},
	"must": {`
// must is what a call gives beside its error, with which it panics where that is
// not nil.
func must[A any](a A, err error) A {
	must0(err)
	return a
}
`, nil},
	"must0": {`
// must0 panics with an error that is not nil.
func must0(err error) {
	if err != nil {
		panic(err)
	}
}
`, nil},
	"must2": {`
// must2 is must for two values.
func must2[A, B any](a A, b B, err error) (A, B) {
	must0(err)
	return a, b
}
`, nil},
	"must3": {`
// must3 is must for three values.
func must3[A, B, C any](a A, b B, c C, err error) (A, B, C) {
	must0(err)
	return a, b, c
}
`, nil},
	"password": {"\n// password asks for a line of text, which is seen while it is typed.\nfunc password(prompt string) string { return input(prompt) }\n", nil},
}
