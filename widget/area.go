package widget

import (
	"os"
	"slices"
	"sync"

	"krigo/cell"
	"krigo/display/mime"
)

// area is a model of Jupyter's output widget, which holds outputs. It stands for the cell's own output in
// front ends that draw that once and keep only widgets alive, as Voilà does. Elsewhere drawings are outputs of
// the cell: they are saved with the notebook, for readers without widgets.
type area struct {
	model *model

	mu      sync.Mutex
	outputs []any
}

// openArea opens an area, or returns nil if the front end redraws the outputs of cells.
func openArea() *area {
	if !mime.Converses() || !drawsCellsOnce() {
		return nil
	}
	d := spoken()
	return &area{model: part(d, d.identity(outputName), map[string]any{
		"msg_id": "", "outputs": []any{}, "layout": part(d, d.layout("")).reference(),
	})}
}

// drawsCellsOnce reports whether Voilà has started this process; it sets this variable.
func drawsCellsOnce() bool {
	_, voila := os.LookupEnv("VOILA_BASE_URL")
	return voila
}

// add adds an empty output, and returns the function that replaces it.
func (a *area) add() func(cell.Bundle) {
	a.mu.Lock()
	defer a.mu.Unlock()
	i := len(a.outputs)
	a.outputs = append(a.outputs, outputOf(cell.Bundle{Data: map[string]any{}}))
	return func(b cell.Bundle) {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.outputs = slices.Clone(a.outputs)
		a.outputs[i] = outputOf(b)
		a.model.update(map[string]any{"outputs": a.outputs})
	}
}

// outputOf returns b as an output of a notebook's cell.
func outputOf(b cell.Bundle) map[string]any {
	metadata := b.Metadata
	if metadata == nil {
		metadata = map[string]any{}
	}
	return map[string]any{"output_type": "display_data", "data": b.Data, "metadata": metadata}
}
