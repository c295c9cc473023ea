package mime

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// wellFormed finds content that every front end fails to show: data that are not
// pictures, and formulas whose brackets do not match.
func wellFormed(mimetype string, value any) error {
	text, isString := value.(string)
	data, isData := value.([]byte)
	switch {
	case mimetype == TypePNG && isData && !bytes.HasPrefix(data, []byte("\x89P")):
		return errors.New("the bytes are no PNG file")
	case mimetype == TypeSVG && isString && !strings.Contains(text, "<svg"),
		mimetype == TypeSVG && isData && !bytes.Contains(data, []byte("<svg")):
		return errors.New("the text has no <svg> element")
	case mimetype == TypeLaTeX && isString:
		return checkFormulas(text)
	}
	return nil
}

// checkFormulas finds a formula between $ or $$ signs whose braces or environments
// do not match.
func checkFormulas(text string) error {
	text = strings.NewReplacer(`\\`, "  ", `\$`, "  ", `\{`, "  ", `\}`, "  ").Replace(text)
	parts := strings.Split(strings.ReplaceAll(text, "$$", "$"), "$")
	if len(parts)%2 == 0 {
		return nil // a sign that stands for itself
	}
	for i := 1; i < len(parts); i += 2 {
		if err := checkBraces(parts[i]); err != nil {
			return err
		}
		if begins, ends := strings.Count(parts[i], `\begin{`), strings.Count(parts[i], `\end{`); begins != ends {
			return fmt.Errorf(`the formula %q has %d \begin and %d \end`, parts[i], begins, ends)
		}
	}
	return nil
}

func checkBraces(formula string) error {
	open := 0
	for _, c := range formula {
		switch c {
		case '{':
			open++
		case '}':
			if open--; open < 0 {
				return fmt.Errorf("the formula %q has one } too many", formula)
			}
		}
	}
	if open > 0 {
		return fmt.Errorf("the formula %q lacks a }", formula)
	}
	return nil
}
