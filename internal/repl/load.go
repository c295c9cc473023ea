package repl

import "context"

// Load evaluates the text of a Go file, as Script does, for the user to go on from: of a
// program the declarations are there, and its func main is not called, which is said. An
// interrupt signal interrupts the cell that runs. The error is that of the first cell
// that fails, which has been printed, or tells why the file is none.
func Load(ctx context.Context, engine Engine, screen *Screen, label, source string) error {
	cells, isProgram, err := cut(label, source)
	if err != nil {
		screen.Finish(nil, err)
		return err
	}
	for _, c := range cells {
		if err := evalInterruptible(ctx, engine, screen.begin(c.Cell), screen); err != nil {
			return err
		}
	}
	if isProgram {
		screen.Stream("stdout", label+": declared; its main was not called\n")
	}
	return nil
}
