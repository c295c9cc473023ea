package emit

import "testing"

func TestUserText(t *testing.T) {
	if got := UserText("cannot use xᐧ12 as fmtᐧ3.Stringer"); got != "cannot use x as fmt.Stringer" {
		t.Errorf("got %q", got)
	}
}
