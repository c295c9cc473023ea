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
//		engine := cluster.Slurm{Partition: "cpu", Tasks: 64}
//		scores, err := cluster.Farm[Fold, Score](ctx, engine, "/scratch/me/folds", "fold", folds)
//		...
//	}
//
// Tasks run in processes of the same program, a copy in the folder: on this machine ([Local]) or on
// those of Slurm ([Slurm]). [Run] is for one job; [Open] is for many, one after the other, which
// share an allocation of Slurm. The folder has to be on a file system that all machines share.
//
// # What is not computed twice
//
// A result that is there is never computed again: neither after a kill nor when the program runs
// again with the same jobs. So the result of a task may depend on its kind, spec, index and number
// of tasks only, and on files that do not change. Everything else that it depends on belongs in the
// spec, such as names and sizes of files. To compute everything again, use another folder. A folder
// is for one program at a time.
//
// # Failures
//
// An error of a task is final: it says what is wrong with the job, such as a row that cannot be
// read, and ends the job. After any other failure (a kill, a lost machine, a full disk, an error
// wrapped by [Again]) the task runs again at once, three times at most.
//
// # Security
//
// No port is opened and there is no new protocol: the right to write the folder, which only its
// owner has (0700), is the right to run tasks, as that user. Specs are data, never code.
//
// # In cells
//
// krigo calls Main, so that cells can use [Rows], [Compare] and everything else whose tasks are
// compiled. Kinds and types of cells cannot be registered. docs/cluster.md is the guide.
//
// # What was tested
//
// Local and Slurm (22.05, two nodes of one host) are run by tests. Kubernetes and Grid Engine are
// templates ([Template]) that have not been run yet.
package cluster
