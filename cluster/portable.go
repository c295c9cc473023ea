package cluster

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"sync"

	"krigo/gplib"
	"krigo/gplib/admm"
	"krigo/gplib/cholqr"
	"krigo/gplib/ep"
	"krigo/gplib/grief"
	"krigo/gplib/hetero"
	"krigo/gplib/inducing"
	"krigo/gplib/kronecker"
	"krigo/gplib/laplace"
	"krigo/gplib/mcmc"
	"krigo/gplib/rkhs"
	"krigo/gplib/softmax"
	"krigo/gplib/statespace"
	"krigo/gplib/vi"
)

// portable.go: learners and their settings as data. A value without such a form, above
// all a function, is refused by name: nothing is left out silently.

// portable are the types that interfaces may hold, by name.
var portable = struct {
	sync.Mutex
	types map[string]reflect.Type
}{types: map[string]reflect.Type{}}

// RegisterType registers types outside gplib whose values learners hold in interfaces,
// learners themselves first, so that they can be sent to tasks: structs of exported
// fields. Call it from an init function. It panics after [Main], as [Register] does.
func RegisterType(examples ...any) {
	portable.Lock()
	defer portable.Unlock()
	for _, v := range examples {
		beforeMain("RegisterType", reflect.TypeOf(v).String())
		portable.types[reflect.TypeOf(v).String()] = reflect.TypeOf(v)
	}
}

func init() {
	RegisterType(
		gplib.LBFGS{}, admm.HoldOut{}, admm.KFold{}, admm.Stochastic{}, admm.Adjoint{}, admm.Continuation{}, admm.GradientDescent{}, admm.Adam{},
		cholqr.Hybrid{}, grief.TypeI{}, grief.TypeII{}, grief.Quadrature{}, inducing.Subset{}, inducing.CSIRegression{}, inducing.SVGP{},
		inducing.SubsetOfData{}, inducing.Continuous{}, mcmc.Learner{}, laplace.Learner{}, ep.Learner{}, vi.Learner{}, softmax.Learner{}, statespace.Learner{}, kronecker.Learner{}, hetero.Learner{}, rkhs.SCGD{}, rkhs.VariableProjection{}, rkhs.MINIMAX{}, rkhs.BSGD{},
		rkhs.NOLD{}, rkhs.MinMin{}, rkhs.SVGP{},
		gplib.LML{}, laplace.LML{}, ep.LML{}, vi.ELBO{}, softmax.LML{}, statespace.LML{}, statespace.Laplace{}, kronecker.LML{}, hetero.Bound{}, gplib.LOO{}, gplib.KFold{}, gplib.HoldOut{}, gplib.MAP{}, inducing.Sparse{},
		inducing.CSI{}, inducing.Given{}, inducing.GreedyVariance{}, inducing.IVM{}, inducing.Random{}, inducing.TitsiasGreedy{},
		mcmc.MALA{}, mcmc.HMC{}, mcmc.NUTS{},
	)
}

// sentLearner is a learner with its settings, without a source.
type sentLearner struct {
	Learner, Settings json.RawMessage
}

func sendLearner(learner gplib.Learner, settings gplib.Settings) (s sentLearner, err error) {
	if s.Learner, err = pack(reflect.ValueOf(&learner).Elem(), "the learner"); err != nil {
		return s, err
	}
	settings.Src = nil
	s.Settings, err = pack(reflect.ValueOf(settings), "Settings")
	return s, err
}

func (s sentLearner) read() (learner gplib.Learner, settings gplib.Settings, err error) {
	err = errors.Join(unpack(s.Learner, reflect.ValueOf(&learner).Elem()), unpack(s.Settings, reflect.ValueOf(&settings).Elem()))
	return learner, settings, err
}

// settingsOf returns settings, the default ones if s is nil.
func settingsOf(s *gplib.Settings) gplib.Settings {
	if s == nil {
		return gplib.Settings{}
	}
	return *s
}

// held is the value in an interface.
type held struct {
	Type  string
	Value json.RawMessage
}

// pack returns a value as JSON; path names it in errors.
func pack(v reflect.Value, path string) (json.RawMessage, error) {
	if m, ok := v.Interface().(encoding.BinaryMarshaler); ok && v.Kind() == reflect.Struct {
		text, err := m.MarshalBinary()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		return json.Marshal(text)
	}
	switch v.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.String:
		return json.Marshal(v.Interface())
	case reflect.Float64:
		return json.Marshal(math.Float64bits(v.Float()))
	case reflect.Slice, reflect.Array:
		return packList(v, path)
	case reflect.Struct:
		return packStruct(v, path)
	case reflect.Interface:
		return packHeld(v, path)
	}
	if v.IsZero() {
		return json.RawMessage("null"), nil
	}
	return nil, fmt.Errorf("%s is a %v, which cannot be sent", path, v.Type())
}

func packList(v reflect.Value, path string) (json.RawMessage, error) {
	if v.Kind() == reflect.Slice && v.IsNil() {
		return json.RawMessage("null"), nil
	}
	list := make([]json.RawMessage, v.Len())
	var err error
	for i := range list {
		if list[i], err = pack(v.Index(i), fmt.Sprintf("%s[%d]", path, i)); err != nil {
			return nil, err
		}
	}
	return json.Marshal(list)
}

func packStruct(v reflect.Value, path string) (json.RawMessage, error) {
	fields := map[string]json.RawMessage{}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name := path + "." + f.Name
		switch {
		case v.Field(i).IsZero():
			continue
		case !f.IsExported():
			return nil, fmt.Errorf("%s is private to its package", name)
		}
		text, err := pack(v.Field(i), name)
		if err != nil {
			return nil, err
		}
		fields[f.Name] = text
	}
	return json.Marshal(fields)
}

func packHeld(v reflect.Value, path string) (json.RawMessage, error) {
	if v.IsNil() {
		return json.RawMessage("null"), nil
	}
	t := v.Elem().Type()
	portable.Lock()
	known := portable.types[t.String()] == t
	portable.Unlock()
	if !known {
		return nil, fmt.Errorf("%s is a %v, which tasks do not know; register a type of your own with cluster.RegisterType, in a compiled package", path, t)
	}
	text, err := pack(v.Elem(), t.String())
	if err != nil {
		return nil, err
	}
	return json.Marshal(held{t.String(), text})
}

// unpack sets a value from its packed form.
func unpack(text json.RawMessage, v reflect.Value) error {
	if m, ok := v.Addr().Interface().(encoding.BinaryUnmarshaler); ok && v.Kind() == reflect.Struct {
		var b []byte
		if err := json.Unmarshal(text, &b); err != nil {
			return err
		}
		return m.UnmarshalBinary(b)
	}
	switch v.Kind() {
	case reflect.Float64:
		var bits uint64
		err := json.Unmarshal(text, &bits)
		v.SetFloat(math.Float64frombits(bits))
		return err
	case reflect.Slice, reflect.Array:
		return unpackList(text, v)
	case reflect.Struct:
		return unpackStruct(text, v)
	case reflect.Interface:
		return unpackHeld(text, v)
	}
	return json.Unmarshal(text, v.Addr().Interface())
}

func unpackList(text json.RawMessage, v reflect.Value) error {
	var list []json.RawMessage
	if err := json.Unmarshal(text, &list); err != nil || list == nil {
		return err
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), len(list), len(list)))
	}
	if v.Len() != len(list) {
		return fmt.Errorf("%d elements for %v", len(list), v.Type())
	}
	for i, element := range list {
		if err := unpack(element, v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

func unpackStruct(text json.RawMessage, v reflect.Value) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	for name, field := range fields {
		f := v.FieldByName(name)
		if !f.IsValid() {
			return fmt.Errorf("%v has no field %s", v.Type(), name)
		}
		if err := unpack(field, f); err != nil {
			return err
		}
	}
	return nil
}

func unpackHeld(text json.RawMessage, v reflect.Value) error {
	var h *held
	if err := json.Unmarshal(text, &h); err != nil || h == nil {
		return err
	}
	portable.Lock()
	t := portable.types[h.Type]
	portable.Unlock()
	if t == nil || !t.AssignableTo(v.Type()) {
		return fmt.Errorf("the type %s is unknown, or is not a %v", h.Type, v.Type())
	}
	value := reflect.New(t).Elem()
	if err := unpack(h.Value, value); err != nil {
		return err
	}
	v.Set(value)
	return nil
}
