// Package kernel serves the Jupyter messaging protocol, version 5.4
// (https://jupyter-client.readthedocs.io/en/stable/messaging.html), in front
// of an [Engine] that evaluates cells.
//
// Layers, from the wire inwards: transport guards zmq4's connections;
// sockets.go holds the five sockets; wire.go signs, checks and parses messages;
// dispatch.go has the one table of requests that serves shell and control; and each message family has
// its own file. A handler gets its request explicitly, so whatever it sends,
// however late, bears the right parent.
//
//	connection, err := kernel.ReadConnectionFile(path)
//	if err != nil {
//		return err
//	}
//	return kernel.Serve(ctx, connection, kernel.Options{
//		Info:  kernel.Info{Implementation: "mine", ...},
//		Start: func(ctx context.Context) (kernel.Engine, error) { return startMine(ctx) },
//	})
package kernel
