package dataset

import (
	"fmt"
	"strings"

	"krigo/gplib"
	"krigo/gplib/lik"
)

// mostClasses is the number of different values that a column of classes may have: each is another latent function.
const mostClasses = 100

// Classes does [Table.Data] for classification with all classes of the target at once: an observation is the position
// of its class in the likelihood that is returned, a [lik.Categorical] of the values that the target has, texts in
// alphabetical order and numbers in ascending order. [Table.Labels] is for one class against the others. A missing
// cell is an error.
//
//	data, classes, err := iris.Classes("species", "petal length", "petal width")
//	m, err := gplib.AutoLik(data, classes)
//	fit, err := softmax.Learner{}.Fit(ctx, m, data, nil)
func (t *Table) Classes(target string, inputs ...string) (gplib.Data, lik.Func, error) {
	of, classes, err := t.classesOf("Classes", target)
	if err != nil {
		return gplib.Data{}, nil, err
	}
	y, err := of.apply(t)
	if err != nil {
		return gplib.Data{}, nil, err
	}
	x, err := t.inputsFor("Classes", target, inputs)
	if err != nil {
		return gplib.Data{}, nil, err
	}
	d, err := namedData(x, y[0], target)
	return d, classes, err
}

// EncodeClasses does [Table.Encode] for classification with all classes of the target, as [Table.Classes] numbers them.
// The encoder refuses a class of a further table that this one does not have: no probability is about it.
//
//	enc, classes, err := iris.EncodeClasses("species", "petal length", dataset.OneHot("garden"))
//	train, err := enc.Data(iris)
//	test, err := enc.Data(further)
func (t *Table) EncodeClasses(target string, inputs ...any) (*Encoder, lik.Func, error) {
	of, classes, err := t.classesOf("EncodeClasses", target)
	if err != nil {
		return nil, nil, err
	}
	e, err := t.encoder(target, of, inputs)
	return e, classes, err
}

// classesOf returns the encoding of a target as positions of its classes, and their likelihood.
func (t *Table) classesOf(caller, target string) (Encoding, lik.Func, error) {
	each, err := OneHot(target).fitted(t)
	if err != nil {
		return Encoding{}, nil, err
	}
	names := make([]string, len(each.names))
	for k, name := range each.names {
		names[k] = strings.TrimPrefix(name, target+"=")
	}
	switch {
	case len(names) < 2:
		return Encoding{}, nil, fmt.Errorf("dataset: %s: all rows of the column %s are %s, and one class has no boundary", caller, target, listed(names))
	case len(names) > mostClasses:
		return Encoding{}, nil, fmt.Errorf("dataset: %s: the column %s has %d different values; there may be %d classes", caller, target, len(names), mostClasses)
	}
	return Encoding{column: target, apply: func(t *Table) ([][]float64, error) {
		columns, err := each.apply(t)
		if err != nil {
			return nil, fmt.Errorf("%w, which are the classes that were learned", err)
		}
		positions := make([]float64, t.Len())
		for k, column := range columns {
			for i, is := range column {
				positions[i] += float64(k) * is
			}
		}
		return [][]float64{positions}, nil
	}}, lik.Categorical(names...), nil
}
