package graphics

import (
	"encoding/base64"
	"fmt"
	"strings"
)

// kittyChunk is the longest text of one command.
const kittyChunk = 4096

// kitty draws a PNG file by kitty's protocol. The terminal decodes and scales the
// file, and is to answer nothing (q=2), which would be read as typed.
func kitty(data []byte, b box) string {
	text := base64.StdEncoding.EncodeToString(data)
	keys := fmt.Sprintf("a=T,f=100,q=2,c=%d,r=%d,", b.columns, b.rows)
	var out strings.Builder
	for {
		part, more := text, 0
		if len(text) > kittyChunk {
			part, more = text[:kittyChunk], 1
		}
		text, keys = text[len(part):], emit(&out, keys, more, part)
		if more == 0 {
			return out.String() + "\r\n"
		}
	}
}

// emit writes one command; those that go on with a picture have no keys.
func emit(out *strings.Builder, keys string, more int, part string) (next string) {
	fmt.Fprintf(out, "\x1b_G%sm=%d;%s\x1b\\", keys, more, part)
	return ""
}
