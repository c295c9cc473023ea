package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// countingScript prints numbered lines until the file "stop" is there, and writes the
// last number to the file "last".
const countingScript = `// %%
for i := 0; ; i++ {
	fmt.Println("line", i)
	os.WriteFile("last.new", []byte(fmt.Sprint(i)), 0o600)
	os.Rename("last.new", "last")
	time.Sleep(2 * time.Millisecond)
	if _, err := os.Stat("stop"); err == nil {
		break
	}
}

// %%
y := 2
`

// cutter passes connections on to a server, and cuts off those of rooms: within what
// the server sends, and between.
type cutter struct {
	net.Listener
	target string
	cuts   int

	mu   sync.Mutex
	done int
	all  chan struct{} // closed when all cuts are done
}

func newCutter(t *testing.T, target string, cuts int) *cutter {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cutter{Listener: l, target: target, cuts: cuts, all: make(chan struct{})}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go c.pass(client.(*net.TCPConn))
		}
	}()
	return c
}

// next returns the number of the next cut, and whether there is one.
func (c *cutter) next() (int, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done++; c.done == c.cuts {
		defer close(c.all)
	}
	return c.done, c.done <= c.cuts
}

// count returns the number of cuts until now.
func (c *cutter) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.done
}

func (c *cutter) pass(client *net.TCPConn) {
	defer client.Close()
	onward, err := net.Dial("tcp", c.target)
	if err != nil {
		return
	}
	server := onward.(*net.TCPConn)
	defer server.Close()
	head := make([]byte, 64<<10)
	n, err := client.Read(head)
	if err != nil {
		return
	}
	if _, err := server.Write(head[:n]); err != nil {
		return
	}
	go func() {
		io.Copy(server, client)
		server.CloseWrite()
	}()
	cut, wanted := 0, false
	if bytes.HasPrefix(head, []byte("GET /room/")) {
		cut, wanted = c.next()
	}
	switch {
	case !wanted:
		io.Copy(client, server)
		return
	case cut%2 == 0: // wherever it is, mostly in the document
		io.CopyN(client, server, int64(cut*1543%15000))
	default: // between events, or in them
		server.SetReadDeadline(time.Now().Add(time.Duration(5+cut*7%60) * time.Millisecond))
		io.Copy(client, server)
	}
	for _, side := range []*net.TCPConn{client, server} {
		side.SetLinger(0) // what is on the way is lost
	}
}

// A hundred cut connections lose no line that a cell prints and no key that is pressed.
func TestNotebookPageOutlivesCuts(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, countingScript)
	address, err := url.Parse(s.base)
	if err != nil {
		t.Fatal(err)
	}
	direct := s.openPage(t, "page.ipynb") // which is never cut off
	direct.selectCell(0)
	direct.press("Ctrl-Enter")
	direct.await(outputOf(0) + `.includes("line 3")`)
	c := newCutter(t, address.Host, 100)
	s.base = "http://" + c.Addr().String()
	p := &notebookPage{window{t, newBrowser(t)}}
	browse(t, p.ctx, chromedp.Navigate(s.base+"/notebooks/page.ipynb?token="+s.token))
	p.js(`import("/static/app.js").then(m => Object.defineProperty(m.connection, "wait", {get: () => 10, set() {}}))`) // no pauses
	p.ready()
	p.selectCell(1)
	p.press("Enter", "Ctrl-End")
	want := "y := 2 //"
	p.write(" //")
	end, cuts := time.After(patience), 0
	for typing := true; typing; {
		if n := c.count(); n > cuts {
			end, cuts = time.After(patience), n
		}
		select {
		case <-end:
			t.Fatalf("waited %v for cut %d of %d", patience, cuts+1, c.cuts)
		case <-c.all:
			typing = false
		case <-time.After(100 * time.Millisecond):
			p.write("x")
			want += "x"
		}
	}
	if err := os.WriteFile(filepath.Join(s.dir, "stop"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	direct.settled()
	p.await(`document.querySelector(".s-ok") && !document.body.classList.contains("disconnected")`)
	for name, page := range map[string]*notebookPage{"the page that was cut off": p, "the other page": direct} {
		printed(t, name, page.text(outputOf(0)), s.last(t))
		page.wants("what was typed, on "+name, sourceOf(1), want)
	}
}

// last returns the number that the counting cell has printed last.
func (s *served) last(t *testing.T) int {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(s.dir, "last"))
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(string(raw))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// printed wants the lines of the counting cell up to a number, each once.
func printed(t *testing.T, who, text string, last int) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, line := range lines {
		if want := fmt.Sprint("line ", i); line != want {
			t.Fatalf("%s has %q in the place of %q (%d lines)", who, line, want, len(lines))
		}
	}
	if len(lines) != last+1 {
		t.Errorf("%s has %d lines of %d", who, len(lines), last+1)
	}
}

// A server that is killed while a cell runs leaves a whole file with nearly all that the cell has
// printed, and a page that goes on unaided with a server of the same token, or shows what to do
// about one with another.
func TestNotebookPageOutlivesKills(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, countingScript)
	p := s.openPage(t, "page.ipynb")
	p.selectCell(0)
	p.press("Ctrl-Enter")
	s.saved(t, "page.ipynb", `"line 5\n"`)
	before := s.lines(t)
	until(t, "the file to be saved once more", func() bool { return s.lines(t) > before })
	s.kill()
	kept := s.lines(t)
	if kept <= before {
		t.Errorf("the file had %d lines early and %d when the server was killed", before, kept)
	}
	t.Logf("of %d lines, one each 2 ms and more, the file has %d", s.last(t)+1, kept)
	until(t, "the cell to end without a server", func() bool {
		before := s.last(t)
		time.Sleep(200 * time.Millisecond) // a cell that rests for so long is missed
		return s.last(t) == before
	})

	address, err := url.Parse(s.base)
	if err != nil {
		t.Fatal(err)
	}
	p.await(`!document.querySelector("#offline").hidden`)
	p.selectCell(1)
	p.press("Enter", "Ctrl-End")
	p.write(" // kept")
	s.start(t, address.Port())
	p.settled()
	p.wants("what was typed", sourceOf(1), "y := 2 // kept")
	if got := p.number(outputOf(0) + `.split("\n").length`); int(got) != kept {
		t.Errorf("the page shows %v lines, the file has %d", got, kept)
	}

	s.kill()
	s.tokenFile = filepath.Join(t.TempDir(), "another")
	p.await(`!document.querySelector("#offline").hidden`)
	p.write(" and kept")
	s.start(t, address.Port())
	p.await(`document.querySelector("#offline").innerText.includes("another token")`)
	p.screenshot("notebookpage-token.png")
	p.js(`document.querySelector("#reconnect").click()`)
	p.arrive(`document.activeElement?.name == "token"`)
	p.write(s.token + "\n")
	p.arrive(`document.body.dataset.ready == "1"`)
	p.ready()
	p.wants("what was typed", sourceOf(1), "y := 2 // kept and kept")
	p.wants("the address", `location.pathname + location.search`, "/notebooks/page.ipynb")
}

// arrive waits until a condition holds in the page that a link, a form or a script leads
// to: on the way there is none in which to look.
func (p *notebookPage) arrive(condition string) {
	p.t.Helper()
	there := func() bool {
		holds, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("Boolean("+condition+")"))
		return err == nil && holds
	}
	for deadline := time.Now().Add(patience); !there(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			state, _ := chromedp.Run(p.ctx, chromedp.Evaluate[string](`location + "\n" + document.body?.innerText.slice(0, 3000)`))
			p.t.Fatalf("waited %v for: %s; the page says\n%s", patience, condition, state)
		}
	}
}

// kill ends the server as the system would, and waits for it.
func (s *served) kill() {
	s.cmd.Process.Kill()
	s.cmd.Wait()
}

// lines counts the lines of the counting cell in the file, where each is there once.
func (s *served) lines(t *testing.T) int {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(s.dir, "page.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	var nb struct {
		Cells []struct {
			Outputs []struct{ Text any }
		}
	}
	if err := json.Unmarshal(raw, &nb); err != nil {
		t.Fatalf("the file is not whole: %v", err)
	}
	if len(nb.Cells) == 0 || len(nb.Cells[0].Outputs) == 0 {
		return 0
	}
	text := ""
	switch printed := nb.Cells[0].Outputs[0].Text.(type) {
	case string:
		text = printed
	case []any:
		for _, line := range printed {
			text += line.(string)
		}
	}
	n := strings.Count(text, "\n")
	printed(t, "the file", text[:strings.LastIndexByte(text, '\n')+1], n-1)
	return n
}
