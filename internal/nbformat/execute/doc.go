// Package execute runs a notebook without Jupyter: it evaluates the code cells
// in order and assembles their outputs as a Jupyter front end does.
//
//	session, err := interp.Start(ctx, interp.Options{Symbols: symbols.NewWorld(), Dir: filepath.Dir(path)})
//	if err != nil {
//		return err
//	}
//	defer session.Close()
//	err = execute.Notebook(ctx, session, nb, execute.Options{})
package execute
