// Package interp runs Go in cells. A Session checks each cell against what
// the cells before it declared, and lets a worker process run it, so that
// nothing a cell does can end the session.
//
//	s, err := interp.Start(ctx, interp.Options{})
//	if err != nil {
//		return err
//	}
//	defer s.Close()
//	value, err := s.Eval(ctx, cell.Cell{Label: "cell 1", Source: "1 + 1"}, out)
//	fmt.Println(value.Data["text/plain"]) // 2
//
// The packages below divide the work: static knows the Go of a session and
// runs none, symbols holds what can be imported, worker runs cells. The
// executable that holds a worker (krigo worker) calls worker.Main.
package interp
