package widget

import (
	"encoding/json"
	"maps"
	"reflect"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/internal/explore"
)

// startPage makes krigo's page the front end for the time of the test.
func startPage(t *testing.T) *front {
	t.Helper()
	f := startFront(t, "2")
	f.deliver(t, cell.CommMessage{Kind: "open", ID: "page", Target: cell.FrontTarget, Data: map[string]any{"explore": true}})
	t.Cleanup(func() {
		f.deliver(t, cell.CommMessage{Kind: "open", ID: "other", Target: cell.FrontTarget, Data: map[string]any{}})
	})
	f.comms = nil
	return f
}

func exploredWaves(t *testing.T) (gplib.Model, gplib.Data) {
	t.Helper()
	return gplib.Model{Cov: cov.Scale(2, cov.SE(1)), Noise: gplib.Gaussian(0.1)}, exploredData(t, lineOf(20), 1)
}

// figureOf shows a figure in krigo's page, and returns the id and the state of its model.
func figureOf(t *testing.T, f *front, e *Explored) (id string, state map[string]any) {
	t.Helper()
	data := mime.Of(e).Data
	view, ok := data[cell.ExploreType].(map[string]any)
	if !ok {
		t.Fatalf("the figure is %v", data)
	}
	id = view["model_id"].(string)
	for _, m := range f.comms {
		if m.Kind == "open" && m.ID == id {
			return id, m.Data["state"].(map[string]any)
		}
	}
	t.Fatalf("no model %s was opened", id)
	return "", nil
}

// moved returns the state of a figure after a change of its JSON.
func moved(t *testing.T, state any, change func(s map[string]any)) map[string]any {
	t.Helper()
	raw, err := json.Marshal(state)
	if err != nil {
		t.Fatal(err)
	}
	var s map[string]any
	if err := json.Unmarshal(raw, &s); err != nil {
		t.Fatal(err)
	}
	change(s)
	return s
}

// A figure's model is krigo's own: front ends do not get it among those of Jupyter's widgets, which
// would take its comm.
func TestAFigureIsNoWidgetOfJupyter(t *testing.T) {
	f := startPage(t)
	m, d := exploredWaves(t)
	id, state := figureOf(t, f, Explore(m, d))
	for _, c := range f.comms {
		if c.ID == id && c.Kind == "open" && c.Target != cell.FigureTarget {
			t.Errorf("the figure's comm has the target %s", c.Target)
		}
	}
	f.comms = nil
	f.deliver(t, cell.CommMessage{Kind: "open", ID: "late", Target: "jupyter.widget.control"})
	f.deliver(t, cell.CommMessage{Kind: "msg", ID: "late", Data: map[string]any{"method": "request_states"}})
	if states := f.comms[len(f.comms)-1].Data["states"].(map[string]any); states[id] != nil {
		t.Error("the figure is among the states of widgets")
	}
	f.comms = nil
	f.deliver(t, cell.CommMessage{Kind: "msg", ID: id, Data: map[string]any{"method": "request_state"}})
	if got := f.updates(id); len(got) != 1 || !reflect.DeepEqual(got[0]["state"], state["state"]) {
		t.Errorf("request_state is answered by %v", got)
	}
}

// Get returns what a page's reader has changed; before that, what was given.
func TestGetReturnsWhatIsOnScreen(t *testing.T) {
	f := startPage(t)
	m, d := exploredWaves(t)
	e := Explore(m, d, "lengthscale", "noise")
	id, state := figureOf(t, f, e)
	gotModel, gotData := e.Get()
	if gotModel.String() != m.String() || gotData.Len() != d.Len() {
		t.Errorf("at first there are %v and %d rows", gotModel, gotData.Len())
	}
	next := moved(t, state["state"], func(s map[string]any) {
		s["params"].([]any)[1].(map[string]any)["value"] = 0.25
		s["x"] = append(s["x"].([]any), 7.5)
		s["y"] = append(s["y"].([]any), -3.0)
	})
	f.deliver(t, change(id, map[string]any{"state": next}))
	gotModel, gotData = e.Get()
	want, err := m.Set("lengthscale", 0.25)
	if err != nil {
		t.Fatal(err)
	}
	if gotModel.String() != want.String() || gotData.Len() != d.Len()+1 || gotData.Y[d.Len()] != -3 || gotData.X.(*cov.Matrix).At(d.Len(), 0) != 7.5 {
		t.Errorf("after a move there are %v and %v", gotModel, gotData.Y)
	}
	if d.Len() != 20 || len(d.Y) != 20 {
		t.Error("the data that were given have changed")
	}
}

// A figure that is shown again shows what its reader has changed, and returns to what was given.
func TestAFigureThatIsShownAgainIsAsItsReaderLeftIt(t *testing.T) {
	f := startPage(t)
	m, d := exploredWaves(t)
	e := Explore(m, d, "lengthscale", "noise")
	id, first := figureOf(t, f, e)
	next := moved(t, first["state"], func(s map[string]any) {
		s["params"].([]any)[1].(map[string]any)["value"] = 0.25
		s["y"].([]any)[3] = 9.0
	})
	f.deliver(t, change(id, map[string]any{"state": next, "shown": nil}))
	_, again := figureOf(t, f, e)
	if !reflect.DeepEqual(again["state"], any(next)) {
		t.Errorf("shown again the state is %v, the reader left %v", again["state"], next)
	}
	if !reflect.DeepEqual(again["start"], first["start"]) || again["given"] != first["given"] {
		t.Errorf("shown again the start is %v of %v, was %v", again["start"], again["given"], first["start"])
	}
	if reflect.DeepEqual(again["shown"], first["shown"]) {
		t.Error("shown again the curves are those of the first state")
	}
	got, data := e.Get()
	if ps := got.Params(); ps[1].Value != 0.25 || data.Y[3] != 9 {
		t.Errorf("after it is shown again there are %v and %v", got, data.Y)
	}
}

// A reader who has chosen a likelihood leaves a model with it, which Get returns, and which is shown again with
// a picture.
func TestALikelihoodThatAReaderHasChosenStays(t *testing.T) {
	f := startPage(t)
	m, d := exploredWaves(t)
	e := Explore(m, d)
	id, _ := figureOf(t, f, e)
	start, err := explore.New(m, d)
	if err != nil {
		t.Fatal(err)
	}
	next, err := start.ChooseLikelihood("StudentT", nil)
	if err != nil {
		t.Fatal(err)
	}
	f.deliver(t, change(id, map[string]any{"state": moved(t, next, func(map[string]any) {})}))
	got, data := e.Get()
	if got.Lik == nil || got.Noise != nil || data.Len() != d.Len() {
		t.Errorf("after the choice there are %v and %d rows", got, data.Len())
	}
	shown := mime.Of(e).Data
	if shown[cell.ExploreType] == nil || shown["image/png"] == nil || !strings.Contains(shown[mime.TypePlain].(string), "95 %") {
		t.Errorf("shown again it has %v", shown[mime.TypePlain])
	}
}

// A state that is none leaves the figure as it was, on the page too.
func TestAStateThatIsNoneIsRefused(t *testing.T) {
	f := startPage(t)
	m, d := exploredWaves(t)
	e := Explore(m, d)
	id, state := figureOf(t, f, e)
	for name, change := range map[string]func(s map[string]any){
		"no points":     func(s map[string]any) { s["x"], s["y"] = []any{}, []any{} },
		"no number":     func(s map[string]any) { s["y"].([]any)[3] = nil },
		"no value":      func(s map[string]any) { s["params"].([]any)[0].(map[string]any)["value"] = nil },
		"a lengthscale": func(s map[string]any) { s["params"].([]any)[1].(map[string]any)["value"] = -1.0 },
		"no model":      func(s map[string]any) { delete(s, "model") },
		"no state":      func(s map[string]any) { clear(s) },
	} {
		f.comms = nil
		f.deliver(t, cell.CommMessage{Kind: "msg", ID: id, Data: map[string]any{
			"method": "update", "state": map[string]any{"state": moved(t, state["state"], change)}, "buffer_paths": []any{},
		}})
		if got, data := e.Get(); got.String() != m.String() || data.Len() != 20 {
			t.Errorf("%s: there are %v and %d rows", name, got, data.Len())
		}
		if sent := f.updates(id); len(sent) != 1 || sent[0]["state"] == nil || sent[0]["shown"] == nil {
			t.Errorf("%s: the page is sent %v", name, sent)
		}
	}
}

// The kernel answers a page's questions as package explore does.
func TestTheKernelAnswersQuestions(t *testing.T) {
	f := startPage(t)
	m, d := exploredWaves(t)
	id, _ := figureOf(t, f, Explore(m, d))
	state, err := explore.New(m, d)
	if err != nil {
		t.Fatal(err)
	}
	question, err := json.Marshal(explore.Question{Ask: "posterior", State: *state, To: 4, Count: 3})
	if err != nil {
		t.Fatal(err)
	}
	f.comms = nil
	f.deliver(t, cell.CommMessage{Kind: "msg", ID: id, Data: map[string]any{
		"method": "custom", "content": map[string]any{"id": 7.5, "question": string(question)},
	}})
	if len(f.comms) != 1 || f.comms[0].Data["method"] != "custom" {
		t.Fatalf("the answer is %v", f.comms)
	}
	answer := f.comms[0].Data["content"].(map[string]any)
	if answer["id"] != 7.5 || answer["answer"] != string(explore.Answer(question)) {
		t.Errorf("the answer is %v", answer)
	}
}

// A file has the numbers of a figure and a picture of it; front ends of Jupyter, and figures that
// krigo's pages do not draw, have sliders.
func TestWhereAFigureIsDrawnByThePage(t *testing.T) {
	m, d := exploredWaves(t)
	kinds := func(e *Explored) string {
		var all []string
		for kind := range maps.Keys(mime.Of(e).Data) {
			if kind == cell.ExploreType || kind == mime.TypePNG {
				all = append(all, kind)
			}
		}
		return strings.Join(all, " ")
	}
	t.Run("a file", func(t *testing.T) {
		f := startFront(t, "2")
		f.mute, f.file = true, true
		if got := kinds(Explore(m, d)); !strings.Contains(got, cell.ExploreType) || !strings.Contains(got, mime.TypePNG) {
			t.Errorf("there are %s", got)
		}
	})
	plane, err := cov.Rows([][]float64{{1, 2}, {2, 3}, {3, 1}, {0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		start func(t *testing.T) *front
		model gplib.Model
		data  gplib.Data
	}{
		"Jupyter":              {func(t *testing.T) *front { return startFront(t, "2") }, m, d},
		"many rows":            {startPage, m, exploredData(t, lineOf(explore.MostRows+1), 1)},
		"a plane":              {startPage, m, gplib.Data{X: plane, Y: []float64{1, 2, 1, 2}}},
		"a function of a cell": {startPage, gplib.Model{Cov: cov.Custom(line()), Noise: gplib.Gaussian(1)}, d},
	} {
		t.Run(name, func(t *testing.T) {
			f := c.start(t)
			e := Explore(c.model, c.data)
			if got := kinds(e); got != "" || f.count("FloatLogSliderModel") == 0 {
				t.Errorf("there are %q and %d sliders", got, f.count("FloatLogSliderModel"))
			}
			f.deliver(t, change(f.idOf(t, "FloatLogSliderModel"), map[string]any{"value": 0.07}))
			got, _ := e.Get()
			if ps := got.Params(); ps[len(ps)-1].Value != 0.07 {
				t.Errorf("after a move of the last slider the model is %v", got)
			}
		})
	}
}

// line is a covariance function that no page knows.
func line() cov.Definition {
	return cov.Definition{
		Name: "line", Params: []cov.Param{cov.Positive("slope", 1)},
		At: func(x, y, theta []float64) float64 { return theta[0]*x[0]*y[0] + 1 },
	}
}

// After an error of what was given there is that, and the error is the cell's.
func TestAFaultyFigureReturnsWhatWasGiven(t *testing.T) {
	m, d := exploredWaves(t)
	e := Explore(m, d, "nugget")
	if _, err := mime.Check(e); err == nil || !strings.Contains(err.Error(), `widget: Explore: gplib: no parameter "nugget"`) {
		t.Errorf("the error is %v", err)
	}
	if got, data := e.Get(); got.String() != m.String() || data.Len() != d.Len() {
		t.Errorf("there are %v and %d rows", got, data.Len())
	}
}
