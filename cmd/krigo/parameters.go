package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"krigo/internal/run"
	"krigo/interp/parameters"
)

// givenFlags are the flags that give values to parameters and controls.
type givenFlags struct {
	values     []string // as name=value
	valuesFile string
}

func (f *givenFlags) add(flags *pflag.FlagSet) {
	flags.StringArrayVarP(&f.values, "parameter", "p", nil, "set a parameter or a control: `NAME=VALUE`; may be repeated")
	flags.StringVarP(&f.valuesFile, "parameters-file", "f", "", "set the parameters and controls in the JSON object of `FILE`; -p takes precedence")
}

// parameterValues returns the values that the flags give, by name.
func (f *givenFlags) parameterValues() (map[string]any, error) {
	values := map[string]any{}
	if f.valuesFile != "" {
		raw, err := os.ReadFile(f.valuesFile)
		if err != nil {
			return nil, fmt.Errorf("--parameters-file: %w", err)
		}
		parsed, err := parameters.ParseJSON(raw)
		if err != nil {
			return nil, fmt.Errorf("--parameters-file: %s: %w", f.valuesFile, err)
		}
		object, ok := parsed.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("--parameters-file: %s: want a JSON object of values by name", f.valuesFile)
		}
		values = object
	}
	given := map[string]bool{}
	for _, v := range f.values {
		name, value, ok := strings.Cut(v, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("-p %s: want NAME=VALUE", v)
		}
		if given[name] {
			return nil, fmt.Errorf("-p %s: %s is set twice", v, name)
		}
		given[name], values[name] = true, parameters.Text(value)
	}
	return values, nil
}

// controlValues returns the values that the flags give, all of them for controls.
func (f *givenFlags) controlValues() (map[string]any, error) {
	values, err := f.parameterValues()
	for name, v := range values {
		values[name] = run.ControlValue(v)
	}
	return values, err
}
