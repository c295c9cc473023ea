// Package kernel serves the Jupyter messaging protocol, version 5.5
// (https://jupyter-client.readthedocs.io/en/stable/messaging.html), in front
// of an [Engine] that evaluates cells.
//
// Layers, from the wire inwards: transport guards zmq4's connections;
// sockets.go holds the five sockets; wire.go signs, checks and parses messages;
// dispatch.go has the one table of requests that serves shell and control; queue.go runs those that wait
// for each other; request.go serves one, between busy and idle; and each message family has
// its own file. A handler gets its request explicitly, so whatever it sends,
// however late, bears the right parent.
//
// Each subscriber of iopub is welcomed (iopub_welcome), and no other client hears of
// it. Clients of earlier protocols are, too: nothing that a client sends before
// it subscribes reveals its version, and those of Debian 12 (jupyter_client 7 and
// its dependents) pass over iopub messages that they do not know. The kernel
// tests 0.4 would fail on it, did their client not drop what comes on iopub
// until the kernel is ready.
//
// The first cell waits for a subscriber of iopub, at most three seconds: a client may send
// it as soon as shell is connected, and would miss what is published until it subscribes.
//
// A comm_msg is busy until the handlers in user code have ended, at most a second: by
// idle widgets know when to send the next change. Changes of models, comms to jupyter.widget and
// krigo.figure, are echoed (echo_update), so that several front ends agree. An interrupt while no cell
// runs is for handlers.
//
// The feature "debugger" serves JupyterLab's panel of variables: it reads them,
// and steps through nothing.
//
// Messages that begin with krigo_ are krigo's own. krigo_format_request asks for sources as gofmt
// writes them, krigo_module_request for the WebAssembly module of figures ([Options]). The others are
// for the front end that owns the page (package notebook): krigo_ran on iopub, after a cell's idle,
// reports what it has read and written; krigo_effects_request asks what sources would;
// krigo_reactive_request has %reactive report the setting of the page. These need a [PageEngine].
//
// Subshells, an option of protocol 5.5, are not supported: a second cell that runs
// at the same time would share an interpreter that compiles into one scope, which
// is a data race. What needs no interpreter (completion, inspection, history,
// variables) is answered while a cell runs without them; and a subshell
// that refuses to run cells would be chosen by front ends for cells. The feature
// is not announced, and requests for one are logged, as the protocol has it.
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
