package graphics

import (
	"fmt"
	"slices"
	"strings"
)

// Protocol is a way to draw in a terminal.
type Protocol string

// The protocols. Auto is the one that the terminal knows.
const (
	Auto   Protocol = "auto"
	None   Protocol = "none"
	Kitty  Protocol = "kitty"
	ITerm2 Protocol = "iterm2"
)

var protocols = []Protocol{Auto, Kitty, ITerm2, None}

// ParseProtocol returns the protocol of a name.
func ParseProtocol(name string) (Protocol, error) {
	if p := Protocol(strings.ToLower(name)); slices.Contains(protocols, p) {
		return p, nil
	}
	return None, fmt.Errorf("graphics %q: want auto, kitty, iterm2 or none", name)
}
