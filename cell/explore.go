package cell

// ExploreType is the MIME type of an explorable figure: an object with the "model_id" of the widget's
// model that has its content, package explore's Content.
const ExploreType = "application/vnd.krigo.explore+json"
