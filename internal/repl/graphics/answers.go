package graphics

import (
	"regexp"
	"strconv"
)

// Answers are a terminal's answers about itself.
type Answers struct {
	// Kitty reports whether it knows kitty's protocol.
	Kitty bool
	// CellWidth and CellHeight are a character's pixels, where it tells.
	CellWidth, CellHeight int
	// Complete reports whether the last question was answered.
	Complete bool
}

// Protocol returns the best that the terminal knows.
func (a Answers) Protocol() Protocol {
	if a.Kitty {
		return Kitty
	}
	return None
}

// questions ask whether kitty's protocol is known (by a picture of one pixel that is
// not kept), for the size of a character, and for the device's attributes. All
// terminals answer the last one, which so ends the answers, and pass over what they do not know.
const questions = "\x1b_Gi=1,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\" + "\x1b[16t" + "\x1b[c"

// The forms of the answers.
var (
	kittyAnswer = regexp.MustCompile(`\x1b_Gi=1;([^\x1b]*)\x1b\\`)
	cellAnswer  = regexp.MustCompile(`\x1b\[6;(\d+);(\d+)t`)
	attributes  = regexp.MustCompile(`\x1b\[\?[\d;]*c`)
	begunAnswer = regexp.MustCompile(`\x1b(_[^\x1b]*\x1b?|\[[?\d;]*)$`) // the time was up
)

// parseAnswers reads the answers in what has come from a terminal; rest is the other text, such as
// keys that the user has typed.
func parseAnswers(text string) (a Answers, rest string) {
	if m := kittyAnswer.FindStringSubmatch(text); m != nil {
		a.Kitty = m[1] == "OK"
	}
	if m := cellAnswer.FindStringSubmatch(text); m != nil {
		a.CellHeight, _ = strconv.Atoi(m[1])
		a.CellWidth, _ = strconv.Atoi(m[2])
	}
	a.Complete = attributes.MatchString(text)
	for _, form := range []*regexp.Regexp{kittyAnswer, cellAnswer, attributes, begunAnswer} {
		text = form.ReplaceAllString(text, "")
	}
	return a, text
}
