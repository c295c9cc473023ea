package repl

import (
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/formatters"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/alecthomas/chroma/v2/styles"
)

// highlight colours Go for a terminal of 16 colours; what it cannot colour it
// returns as it is.
func highlight(source string) string {
	tokens, err := chroma.Coalesce(lexers.Get("go")).Tokenise(&chroma.TokeniseOptions{State: "root"}, source)
	if err != nil {
		return source
	}
	var b strings.Builder
	if err := formatters.TTY16.Format(&b, styles.Get("native"), tokens); err != nil {
		return source
	}
	return b.String()
}
