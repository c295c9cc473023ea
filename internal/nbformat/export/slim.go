package export

import "bytes"

// Slim leaves those lines of a script or a style empty that are comments: that begin
// with //, or belong to what begins a line with /* and ends one with */. The others
// lose their indentation and keep their numbers. It takes lines for what they look
// like, which a test makes sure of: in our files no literal goes over lines and no code
// follows a */.
func Slim(source []byte) []byte {
	var out bytes.Buffer
	within := false
	for line := range bytes.Lines(source) {
		text := bytes.TrimSpace(line)
		within = within || bytes.HasPrefix(text, []byte("/*"))
		if within || bytes.HasPrefix(text, []byte("//")) {
			line = []byte("\n")
		}
		within = within && !bytes.HasSuffix(text, []byte("*/"))
		out.Write(bytes.TrimLeft(line, " \t"))
	}
	return out.Bytes()
}
