package repl

import "context"

// Load evaluates the text of a Go file, as Script does, for the user to go on from: a program's
// declarations are kept, and its func main is not called, which is reported. An interrupt signal
// interrupts the running cell. It returns the error of the first cell that fails, which it has
// printed, or the reason why the file has none.
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
