package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
)

// RegisterFarm registers the function that [Farm] applies to each spec of a kind, see
// [Register]. Values of S and R must survive writing to JSON and reading back, which is
// checked for each value.
func RegisterFarm[S, R any](kind string, run func(ctx context.Context, spec S) (R, error)) {
	beforeMain("RegisterFarm", kind)
	types := [2]reflect.Type{reflect.TypeFor[S](), reflect.TypeFor[R]()}
	registerOwn(kind, func(ctx context.Context, t Task) ([]byte, error) {
		var specs []json.RawMessage
		if err := json.Unmarshal(t.Spec, &specs); err != nil {
			return nil, fmt.Errorf("cluster: the specs of %s: %w", kind, err)
		}
		if len(specs) != t.Tasks {
			return nil, fmt.Errorf("cluster: %d specs of %s for %d tasks; run it with cluster.Farm", len(specs), kind, t.Tasks)
		}
		var spec S
		if err := json.Unmarshal(specs[t.Index], &spec); err != nil {
			return nil, fmt.Errorf("cluster: spec %d of %s: %w", t.Index, kind, err)
		}
		result, err := run(ctx, spec)
		if err != nil {
			return nil, err
		}
		return faithful(result, "a result of "+kind)
	}, types)
}

// farmSpecs returns the specs of a job, of the types that the kind is registered for.
func farmSpecs[S, R any](kind string, specs []S) ([]byte, error) {
	k, err := lookUp(kind)
	if err != nil {
		return nil, err
	}
	if types := [2]reflect.Type{reflect.TypeFor[S](), reflect.TypeFor[R]()}; k.types != types {
		if k.types[0] == nil {
			return nil, fmt.Errorf("cluster: Farm: the kind %q is not registered by RegisterFarm", kind)
		}
		return nil, fmt.Errorf("cluster: Farm: the kind %q makes a %v from a %v, not a %v from a %v", kind, k.types[1], k.types[0], types[1], types[0])
	}
	raw := make([]json.RawMessage, len(specs))
	for i, spec := range specs {
		if raw[i], err = faithful(spec, fmt.Sprintf("spec %d of %s", i, kind)); err != nil {
			return nil, err
		}
	}
	return json.Marshal(raw)
}

// Farm runs a function of [RegisterFarm] on each of the specs, one task per spec, and
// returns the results in the order of the specs: the same as those of a loop. Draw seeds
// beforehand, so that they are in the specs. A call with the same specs and dir as an
// earlier one resumes where that stopped, see [Run].
func Farm[S, R any](ctx context.Context, engine Engine, dir, kind string, specs []S) ([]R, error) {
	if len(specs) == 0 {
		return nil, nil
	}
	results := make([]R, len(specs))
	err := FarmEach(ctx, engine, dir, kind, specs, func(i int, result R) error {
		results[i] = result
		return nil
	})
	if err != nil {
		return nil, err
	}
	return results, nil
}

// FarmEach is [Farm] that passes each result with the index of its spec to each as soon
// as it is there, one at a time and in any order: a long task does not hold back the
// others. If ctx is cancelled, all complete results are passed before its error is
// returned. An error of each ends the job.
func FarmEach[S, R any](ctx context.Context, engine Engine, dir, kind string, specs []S, each func(index int, result R) error) error {
	if len(specs) == 0 {
		return nil
	}
	if each == nil {
		return fmt.Errorf("cluster: FarmEach: each is nil; pass a function that receives the results of %s", kind)
	}
	spec, err := farmSpecs[S, R](kind, specs)
	if err != nil {
		return err
	}
	return runInAnyOrder(ctx, engine, dir, Job{Kind: kind, Spec: spec, Tasks: len(specs)}, func(i int, out []byte) error {
		var result R
		if err := json.Unmarshal(out, &result); err != nil {
			return fmt.Errorf("cluster: the result of task %d of %s: %w", i, kind, err)
		}
		return each(i, result)
	})
}
