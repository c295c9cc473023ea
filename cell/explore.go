package cell

// ExploreType is the MIME type of a figure that krigo's pages draw from numbers: an object with the
// "model_id" of the widget's model that has its content, and its kind as "_krigo": "explore" of package
// explore's Content, "race", "occam" and "search" of what widget.Race, widget.Occam and widget.ExploreSearch have
// recorded.
const ExploreType = "application/vnd.krigo.explore+json"
