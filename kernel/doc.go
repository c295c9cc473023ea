// Package kernel serves the Jupyter messaging protocol, version 5.5
// (https://jupyter-client.readthedocs.io/en/stable/messaging.html), in front
// of an [Engine] that evaluates cells.
//
// Layers, from the wire inwards: transport guards zmq4's connections;
// sockets.go holds the five sockets; wire.go signs, checks and parses messages;
// dispatch.go has the one table of requests that serves shell and control; and each message family has
// its own file. A handler gets its request explicitly, so whatever it sends,
// however late, bears the right parent.
//
// Two options of protocol 5.5 are not there. iopub_welcome: jupyter_client 7
// and the 0.4 kernel tests, which Debian 12 has, know every iopub message by
// its schema and fail on this one. Subshells: a second cell beside a running
// one would share an interpreter that compiles into one scope, which is a data
// race; completion, inspection, history and comms are answered while a cell
// runs without them.
//
//	connection, err := kernel.ReadConnectionFile(path, log)
//	if err != nil {
//		return err
//	}
//	return kernel.Serve(ctx, connection, kernel.Options{
//		Info:  kernel.Info{Implementation: "mine", ...},
//		Start: func(ctx context.Context) (kernel.Engine, error) { return startMine(ctx) },
//	})
package kernel
