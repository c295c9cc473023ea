package dataset

import (
	"fmt"
	"slices"
	"strings"

	"krigo/gplib"
)

// Labels does [Table.Data] for classification of two classes, with a target of text: the observation of a row is 1
// where the target is level, and 0 where it is another one ([Table.Classes] tells all classes apart). Columns of yes
// and no or of true and false have these numbers in [Table.Data]. A missing cell is an error.
//
//	data, err := iris.Labels("species", "virginica", "petal length", "petal width")
//	m, err := gplib.AutoFor(laplace.Learner{}, data)
func (t *Table) Labels(target, level string, inputs ...string) (gplib.Data, error) {
	codes, levels, err := t.Categories(target)
	if err != nil {
		return gplib.Data{}, err
	}
	code := slices.Index(levels, level)
	if code < 0 {
		return gplib.Data{}, fmt.Errorf("dataset: Labels: the column %s has no text %q; it has %s", target, level, listed(levels))
	}
	y := make([]float64, len(codes))
	for i, c := range codes {
		if int(c) == code {
			y[i] = 1
		}
	}
	x, err := t.inputsFor("Labels", target, inputs)
	if err != nil {
		return gplib.Data{}, err
	}
	return namedData(x, y, target+" = "+level)
}

// EncodeLabels does [Table.Encode] for classification, with a target of text: the observation of a
// row is 1 where the target is level, and 0 where it is another one that the table has. Unlike
// [Table.Labels] of a further table, the encoder refuses a class there that it has not seen: no
// probability is about it.
//
//	enc, err := iris.EncodeLabels("species", "virginica", "petal length", "petal width")
//	train, err := enc.Data(iris)
//	test, err := enc.Data(further)
func (t *Table) EncodeLabels(target, level string, inputs ...any) (*Encoder, error) {
	classes, err := OneHot(target).fitted(t)
	if err != nil {
		return nil, err
	}
	code := slices.Index(classes.names, target+"="+level)
	if code < 0 {
		_, levels, err := t.Categories(target)
		if err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("dataset: EncodeLabels: the column %s has no text %q; it has %s", target, level, listed(levels))
	}
	of := Encoding{column: target + " = " + level, apply: func(t *Table) ([][]float64, error) {
		columns, err := classes.apply(t)
		if err != nil {
			return nil, fmt.Errorf("%w, which are the classes that were learned", err)
		}
		return columns[code : code+1], nil
	}}
	return t.encoder(target, of, inputs)
}

// hintLabels adds to the error of a target of text how to learn to classify.
func (t *Table) hintLabels(target string, err error) error {
	c, missing := t.find(target)
	if missing != nil || c.kind != Text {
		return err
	}
	switch levels := c.levels(); {
	case len(levels) > 2 && len(levels) <= mostClasses:
		return fmt.Errorf("%w; if they are classes to learn, table.Classes(%q) numbers all %d of them for softmax.Learner, and table.Labels(%q, %q) has 1 for one and 0 for the others",
			err, target, len(levels), target, levels[len(levels)-1])
	case len(levels) > 0:
		return fmt.Errorf("%w; if they are labels to learn, table.Labels(%q, %q) has 1 for one of them and 0 for the others", err, target, levels[len(levels)-1])
	}
	return err
}

// listed lists the first of some texts.
func listed(texts []string) string {
	const most = 6
	quoted := make([]string, 0, most)
	for _, text := range texts[:min(most, len(texts))] {
		quoted = append(quoted, fmt.Sprintf("%q", text))
	}
	list := strings.Join(quoted, ", ")
	if more := len(texts) - most; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}
