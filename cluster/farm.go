package cluster

import (
	"context"
	"encoding/json"
	"fmt"
)

// RegisterFarm tells what [Farm] does with each spec of a kind, see [Register]. S and R
// have to be as they were after they are written as JSON and read again.
func RegisterFarm[S, R any](kind string, run func(ctx context.Context, spec S) (R, error)) {
	Register(kind, func(ctx context.Context, t Task) ([]byte, error) {
		var specs []json.RawMessage
		if err := json.Unmarshal(t.Spec, &specs); err != nil {
			return nil, fmt.Errorf("cluster: the specs of %s: %w", kind, err)
		}
		if len(specs) != t.Tasks {
			return nil, fmt.Errorf("cluster: %d specs of %s for %d tasks; run it by cluster.Farm", len(specs), kind, t.Tasks)
		}
		var spec S
		if err := json.Unmarshal(specs[t.Index], &spec); err != nil {
			return nil, fmt.Errorf("cluster: spec %d of %s: %w", t.Index, kind, err)
		}
		result, err := run(ctx, spec)
		if err != nil {
			return nil, err
		}
		return json.Marshal(result)
	})
}

// Farm runs a function of [RegisterFarm] on each of the specs, a task each, and returns
// the results in the order of the specs: those of running it on one after the other. Draw
// seeds beforehand, so that they are in the specs. What is run again with the same specs
// and dir goes on where it has stopped, see [Run].
func Farm[S, R any](ctx context.Context, engine Engine, dir, kind string, specs []S) ([]R, error) {
	if len(specs) == 0 {
		return nil, nil
	}
	spec, err := json.Marshal(specs)
	if err != nil {
		return nil, fmt.Errorf("cluster: the specs of %s: %w", kind, err)
	}
	results := make([]R, len(specs))
	err = Run(ctx, engine, dir, Job{Kind: kind, Spec: spec, Tasks: len(specs)}, func(i int, out []byte) error {
		return json.Unmarshal(out, &results[i])
	})
	if err != nil {
		return nil, err
	}
	return results, nil
}
