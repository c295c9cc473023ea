// Package cluster runs jobs of many tasks on many machines, by files: an index and a
// folder go into a task, and one file comes out, which is written whole or not at all.
//
// A program registers kinds of tasks ([Register], [RegisterFarm]) and calls [Main] at the
// beginning of main:
//
//	func init() { cluster.RegisterFarm("fold", func(ctx context.Context, f Fold) (Score, error) { ... }) }
//
//	func main() {
//		cluster.Main()
//		scores, err := cluster.Farm[Fold, Score](ctx, cluster.Slurm{Partition: "cpu", Tasks: 64}, "/scratch/me/folds", "fold", folds)
//		...
//	}
//
// Tasks run in processes of the same program, of which the folder gets a copy: on this
// machine ([Local]) or on those of Slurm ([Slurm]). [Run] is for one job; [Open] is for
// many, one after the other, which share an allocation of Slurm. The folder has to be on a
// file system that all machines share.
//
// # What is not computed twice
//
// A result that is there is never computed again: not after a kill, not by the program
// that is run anew with the same jobs. So the bytes of a task may depend on its kind, spec,
// index and number of tasks only, and on files that do not change. What they depend on
// besides belongs into the spec, such as names and sizes of files. To compute all anew,
// take another folder. A folder is for one program at a time.
//
// # Failures
//
// An error of a task is final: it says what is wrong with the job, such as a row that
// cannot be read, and ends the job. All else (a kill, a lost machine, a full disk, an
// error wrapped by [Again]) has the task run again at once, three times at most.
//
// # Security
//
// Nothing listens and no new protocol is spoken: who can write the folder, which is for its
// owner alone (0700), runs tasks, as the user whom the system knows. Specs are data, never
// code.
//
// # In cells
//
// krigo calls Main, so that cells can use [Rows], [Compare] and what else has tasks that are
// compiled. Kinds and types of cells cannot be registered. docs/cluster.md is the guide.
//
// # What was tested
//
// Local and Slurm (22.05, two nodes of one host) are run by tests. Kubernetes and Grid Engine are
// templates ([Template]) that nobody has run yet.
package cluster
