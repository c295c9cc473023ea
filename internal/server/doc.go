// Package server serves the notebooks of one folder to browsers, by pages of its own.
// Kernels are in this process.
//
//	s, err := server.New(ctx, server.Options{Root: root, Kernel: newKernel})
//	if err != nil {
//		return err
//	}
//	return s.Serve(listener)
//
// One place (guard.go) decides which requests are served, before anything is looked at, and through
// which door: that of a class's teacher (teacher.go) has its own token and addresses. Files
// are read and written through an [os.Root] only, so that neither names nor links lead
// out of the folder; hidden files are not there. [Server] lists the addresses (routes),
// which [pages] and [sockets] answer; a [registry] holds open notebooks, and an
// [audience] decides which registry a request concerns.
//
// With [Class] the notebooks are for visitors, whose rooms, kernels and files are apart
// (class.go, visitors.go, copies.go) and whose changes are not saved.
package server
