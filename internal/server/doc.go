// Package server serves the notebooks of one folder over HTTP: to browsers by a page
// of its own, and by the Jupyter Server API to clients such as JupyterLab, VS Code
// and programs that speak it. Kernels are in this process.
//
//	s, err := server.New(ctx, server.Options{Root: root, Kernel: newKernel})
//	if err != nil {
//		return err
//	}
//	return s.Serve(listener)
//
// Who may ask is decided in one place (guard.go), before anything is looked at. Files
// are read and written through an [os.Root] only, so that neither names nor links lead
// out of the folder; hidden files are not there. A notebook has one kernel: that of
// its page is that of Jupyter clients, whoever came first.
//
// With [Class] the notebooks are for visitors, whose rooms, kernels and files are apart
// (visitors.go, copies.go) and who save nothing.
//
// Reference: https://jupyter-server.readthedocs.io/en/latest/developers/rest-api.html
// and .../developers/websocket-protocols.html.
package server
