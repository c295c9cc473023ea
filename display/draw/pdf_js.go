package draw

import "errors"

// pdf refuses: the writer of PDF would bring fpdf and encoding/gob into the module of web pages.
func (f *Figure) pdf(drawing) ([]byte, error) {
	return nil, errors.New("display: a web page writes no PDF; save the figure as .svg or .png, or run the notebook with krigo")
}
