package notebook

import (
	"testing"
)

func TestACellRunsAndPagesHearOfIt(t *testing.T) {
	r := open(t, folder(t, "print hello\nvalue 42"), newFakeEngine())
	p := enter(t, r)
	p.do("run", "ids", []string{"a"})
	p.until(status("a", "ok"))
	if got := p.text("a"); got != "hello\n|42" {
		t.Errorf("the cell shows %q", got)
	}
	if d := p.page.differs(enter(t, r).page); d != "" {
		t.Errorf("a page that comes later has otherwise: %s", d)
	}
}
