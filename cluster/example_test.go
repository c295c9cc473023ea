package cluster_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"

	"krigo/cluster"
)

// A fold is the input of a task in the example of Farm.
type fold struct {
	Seed  uint64
	Scale float64
}

func init() {
	cluster.RegisterFarm("example", func(_ context.Context, f fold) (float64, error) {
		return f.Scale * math.Sqrt(float64(f.Seed)), nil
	})
	cluster.Register("sum", sum)
}

// sum adds the numbers below a limit, in the spec, that belong to a task: every Tasks-th.
func sum(_ context.Context, t cluster.Task) ([]byte, error) {
	total := uint64(0)
	for n := uint64(t.Index); n < binary.LittleEndian.Uint64(t.Spec); n += uint64(t.Tasks) {
		total += n
	}
	return binary.LittleEndian.AppendUint64(nil, total), nil
}

// A farm runs a function on many inputs. On a cluster the engine is a [cluster.Slurm], and
// the folder one that all machines share.
func ExampleFarm() {
	dir, err := os.MkdirTemp("", "farm")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	folds := []fold{{Seed: 4, Scale: 1}, {Seed: 9, Scale: 10}}
	scores, err := cluster.Farm[fold, float64](context.Background(), cluster.Local{Workers: 2}, dir, "example", folds)
	fmt.Println(scores, err)
	// Output: [2 30] <nil>
}

// A session runs jobs in sequence; each may depend on the results of those before.
func ExampleOpen() {
	dir, err := os.MkdirTemp("", "session")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	session, err := cluster.Open(cluster.Local{Workers: 2}, dir)
	if err != nil {
		panic(err)
	}
	defer session.Close()
	limit := uint64(5)
	for range 2 {
		total := uint64(0)
		job := cluster.Job{Kind: "sum", Spec: binary.LittleEndian.AppendUint64(nil, limit), Tasks: 3}
		err := session.Run(context.Background(), job, func(_ int, out []byte) error {
			total += binary.LittleEndian.Uint64(out)
			return nil
		})
		fmt.Println("below", limit, "they add up to", total, err)
		limit = total
	}
	// Output:
	// below 5 they add up to 10 <nil>
	// below 10 they add up to 45 <nil>
}
