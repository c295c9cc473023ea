package widget

import (
	"encoding/json"
	"fmt"
	"sync"

	"krigo/cell"
	"krigo/display"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/laplace"
	"krigo/internal/explore"
)

// Explored is a figure of [Explore]. It shows itself as a cell's value.
type Explored struct {
	model    gplib.Model // as given
	data     gplib.Data
	fault    error     // of what was given
	explorer *explorer // has sliders for those of the model's parameters that are free

	mu    sync.Mutex
	start *explore.State // what a page's reader saw first, or nil where no page draws the figure
	state *explore.State // what the reader sees, or nil, too
}

// Get returns the model and the data as they are on screen. Before the figure is shown, and where it
// cannot be, they are as given.
func (e *Explored) Get() (gplib.Model, gplib.Data) {
	if e.fault != nil {
		return e.model, e.data
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.state != nil {
		if m, d, err := e.state.Get(); err == nil { // receive takes no other
			return m, d
		}
	}
	if m, err := e.explorer.now(); err == nil { // sliders have no other values
		return m, e.data
	}
	return e.model, e.data
}

// String returns the model and the number of observations.
func (e *Explored) String() string {
	m, d := e.Get()
	return fmt.Sprintf("%v; %d observations", m, d.Len())
}

// MIMEBundle shows the figure: as numbers from which krigo's pages draw it, with a picture for all
// others; or else as sliders over a picture.
func (e *Explored) MIMEBundle() map[string]any {
	if e.fault != nil {
		return mime.Failed(e.fault).Data
	}
	if live, err := e.live(); live != nil || err != nil {
		if err != nil {
			return mime.Failed(fmt.Errorf("widget: Explore: %w", err)).Data
		}
		return live
	}
	e.explorer.show()
	return map[string]any{mime.TypePlain: e.String()}
}

// MIMEMetadata returns the metadata of the picture.
func (e *Explored) MIMEMetadata() map[string]any { return e.explorer.metadata() }

// live returns the figure for krigo's pages, or nil where the output is none of them or the figure is
// not one that they draw.
func (e *Explored) live() (map[string]any, error) {
	if !pagesDraw() {
		return nil, nil
	}
	state, start, err := e.seen()
	if state == nil || err != nil {
		return nil, err
	}
	content, err := explore.NewContent(state, start)
	if err != nil {
		return nil, err
	}
	picture, err := pictureOf(state)
	if err != nil {
		return nil, err
	}
	shown, err := e.open(content)
	if err != nil {
		return nil, err
	}
	e.explorer.picture = picture
	return shown.onPages(picture), nil
}

// seen returns what readers see now and saw first: what was given, when the figure is shown for the
// first time. It returns nil where pages do not draw the figure.
func (e *Explored) seen() (state, start *explore.State, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.state != nil {
		return e.state, e.start, nil
	}
	m, err := e.explorer.now()
	if err != nil {
		return nil, nil, err
	}
	if e.start, err = explore.New(m, e.data, e.explorer.names...); err != nil {
		return nil, nil, nil // such as inputs of two dimensions, which the explorer can draw
	}
	e.state = e.start
	return e.state, e.start, nil
}

// pictureOf draws a state for those who have no page of krigo.
func pictureOf(s *explore.State) (cell.Bundle, error) {
	m, d, err := s.Get()
	if err != nil {
		return cell.Bundle{}, err
	}
	if m.Lik != nil {
		posterior, err := laplace.Condition(m, d)
		if err != nil {
			return cell.Bundle{}, err
		}
		return mime.Check(display.Fit(&gplib.Result{Name: "as on screen", Model: m, Posterior: posterior}))
	}
	var free []string
	for _, p := range s.Params {
		if p.Free {
			free = append(free, p.Name)
		}
	}
	e, err := newExplorer("Explore", m, d, free)
	if err != nil {
		return cell.Bundle{}, err
	}
	return mime.Check(e.draw())
}

// open opens the model of the figure, by which pages send what their readers change, and ask for
// numbers.
func (e *Explored) open(content *explore.Content) (*model, error) {
	m, err := openFigure("the figure of Explore", "explore", content)
	if err != nil {
		return nil, err
	}
	m.comm.OnMessage(func(data map[string]any) { e.receive(m, data) })
	return m, nil
}

// receive handles a page's message.
func (e *Explored) receive(m *model, data map[string]any) {
	if m.answer(data) {
		return
	}
	if changed, ok := m.dialect.changes(data); ok {
		e.take(m, changed)
		return
	}
	content, _ := data["content"].(map[string]any)
	if question, ok := content["question"].(string); ok {
		answer := map[string]any{"id": content["id"], "answer": string(explore.Answer([]byte(question)))}
		_ = m.comm.Send(map[string]any{"method": "custom", "content": answer}) // if all have closed it, nobody waits
	}
}

// take takes what a reader has changed, and returns pages to the last state, with what they drew of it,
// if that is none. One lock is for both the model and the state: messages arrive in several goroutines.
func (e *Explored) take(m *model, changed map[string]any) {
	state, err := stateOf(changed["state"])
	e.mu.Lock()
	defer e.mu.Unlock()
	if err != nil {
		m.mu.Lock()
		last := map[string]any{"state": m.state["state"], "shown": m.state["shown"]}
		m.mu.Unlock()
		m.send(last)
		return
	}
	m.change(changed)
	e.state = state
}

// stateOf reads a state that has a model and data.
func stateOf(v any) (*explore.State, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var s explore.State
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, err
	}
	_, _, err = s.Get()
	return &s, err
}
