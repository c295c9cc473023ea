package server

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/coder/websocket"

	board "krigo/internal/class"
	"krigo/internal/server/page"
)

//go:embed teacher
var teacherFiles embed.FS

// teacher serves the page on which a teacher sees the class. It is behind a door of its own.
type teacher struct {
	ctx    context.Context // ends the connections
	class  *class
	assets *assets
	live   chan struct{} // holds one for each connection
}

// Limits of the connections of the teacher's page: their number, the bytes of a message to the
// server, which has nothing to say, and how often the page gets what has changed.
const (
	mostTeachers = 20
	teacherBytes = 1 << 10
	teacherPace  = time.Second
)

// openTeacherPage adds the teacher's page of a class, behind a door of its own. The class knows the
// token of the main door, so the teacher's has to be another.
func (s *Server) openTeacherPage(c *class, main *door) error {
	token := c.TeacherToken
	if token == "" {
		token = NewToken()
	}
	switch {
	case len(token) < shortestToken:
		return fmt.Errorf("server: the teacher's token has %d characters, want at least %d, so that it cannot be guessed", len(token), shortestToken)
	case token == main.token:
		return errors.New("server: the teacher's token is that of the class: every student knows it")
	}
	d, err := newDoor(token, "")
	if err != nil {
		return err
	}
	d.log, d.suffix = main.log, "-teacher"
	d.hint = "This page requires its own token, which krigo printed to the terminal in which it was started."
	d.cookies = cookies{secure: main.cookies.secure, base: base(s.base.of(teacherPath))}
	t := &teacher{ctx: s.ctx, class: c, assets: &assets{base: s.base}, live: make(chan struct{}, mostTeachers)}
	mux := http.NewServeMux()
	for pattern, serve := range t.routes() {
		mux.Handle(s.base.pattern(pattern), answers(serve, main.log, s.base))
	}
	mux.Handle("/", answers(refuseRest, main.log, s.base))
	d.next = mux
	s.guard.teacher, s.guard.teacherPath = d, s.base.of(teacherPath)
	return nil
}

// teacherPath is the path of the teacher's page below the base.
const teacherPath = "/teacher"

// TeacherToken returns the secret that the teacher's page requires, "" if there is no such page.
func (s *Server) TeacherToken() string {
	if s.guard.teacher == nil {
		return ""
	}
	return s.guard.teacher.token
}

// TeacherPage returns the path of the teacher's page, without the slash at its beginning.
func (s *Server) TeacherPage() string { return teacherPath[1:] }

// routes name what answers to which address behind the teacher's door.
func (t *teacher) routes() map[string]handler {
	return map[string]handler{
		"GET /teacher":               t.getPage,
		"GET /teacher/{$}":           t.getPage,
		"GET /teacher/live":          t.serveLive,
		"GET /teacher/class.csv":     t.getCSV("class.csv", (*board.Board).WriteCSV),
		"GET /teacher/guesses.csv":   t.getCSV("guesses.csv", (*board.Board).WriteGuessesCSV),
		"GET /teacher/static/{file}": t.getAsset,
	}
}

func (t *teacher) getPage(w http.ResponseWriter, r *http.Request) error {
	return t.assets.serve(w, r, teacherFiles, "teacher/teacher.html")
}

// getAsset serves a file of the page. Colours and words for the document are those of the notebook's page.
func (t *teacher) getAsset(w http.ResponseWriter, r *http.Request) error {
	switch file := r.PathValue("file"); file {
	case "page.css", "theme.js", "dom.js", "icon.svg":
		return t.assets.serve(w, r, page.Files, file)
	default:
		return t.assets.serve(w, r, teacherFiles, "teacher/"+file)
	}
}

// getCSV returns what serves a table as a file.
func (t *teacher) getCSV(name string, write func(*board.Board, io.Writer) error) handler {
	return func(w http.ResponseWriter, _ *http.Request) error {
		t.class.present()
		var b bytes.Buffer
		if err := write(t.class.board, &b); err != nil {
			return err
		}
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
		_, err := w.Write(b.Bytes())
		if err != nil {
			t.class.room.Log.Debug("a table was not downloaded", "err", err)
		}
		return nil
	}
}

// serveLive sends the page the table, and again whenever it has changed.
func (t *teacher) serveLive(w http.ResponseWriter, r *http.Request) error {
	if !isUpgrade(r) {
		return refuse(http.StatusUpgradeRequired, "want a websocket here")
	}
	select {
	case t.live <- struct{}{}:
		defer func() { <-t.live }()
	default:
		return refuse(http.StatusServiceUnavailable, "%d pages of the teacher are open, which is the limit: close one", mostTeachers)
	}
	c, err := websocket.Accept(w, r, nil)
	if err != nil {
		t.class.room.Log.Debug("no websocket", "err", err)
		return nil
	}
	defer c.CloseNow()
	c.SetReadLimit(teacherBytes)
	ctx, cancel := context.WithCancel(c.CloseRead(t.ctx))
	defer cancel()
	go ping(ctx, c)
	t.tell(ctx, c)
	return nil
}

// tell writes the table to a page whenever it has changed, until one of them ends. The time comes with
// it, since the clocks of browsers differ.
func (t *teacher) tell(ctx context.Context, c *websocket.Conn) {
	tick := time.NewTicker(teacherPace)
	defer tick.Stop()
	var last []byte
	for {
		t.class.present()
		table, err := json.Marshal(t.class.board.Table())
		if err != nil {
			t.class.room.Log.Error("the teacher's page gets nothing", "err", err)
			return
		}
		if !bytes.Equal(table, last) {
			last = table
			message, err := json.Marshal(liveTable{time.Now().UTC().Format(time.RFC3339), table})
			if err != nil || write(ctx, c, message) != nil {
				return
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// liveTable is a message to the page.
type liveTable struct {
	Now   string          `json:"now"` // RFC 3339
	Table json.RawMessage `json:"table"`
}
