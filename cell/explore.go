package cell

// ExploreType is the MIME type of a figure that a front end draws from numbers: an object with the
// "model_id" of the widget's model that has its content, and its kind as "_krigo": "explore" of package
// explore's Content, "race", "occam" and "search" of what widget.Race, widget.Occam and widget.ExploreSearch have
// recorded.
const ExploreType = "application/vnd.krigo.explore+json"

// The targets of comms that are models: WidgetTarget of Jupyter's widgets, FigureTarget of figures
// ([ExploreType]), which have the same messages. Front ends that know Jupyter's widgets alone leave
// figures to krigo's scripts.
const (
	WidgetTarget = "jupyter.widget"
	FigureTarget = "krigo.figure"
)

// HoldsModel reports whether comms of a target are models.
func HoldsModel(target string) bool { return target == WidgetTarget || target == FigureTarget }
