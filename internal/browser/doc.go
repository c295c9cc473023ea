// Package browser makes pages whose cells run in the browser: krigo itself is a WebAssembly module there, which two Web
// Workers run (cmd/krigo-browser). It has the scripts that load the module and give it files (web), and begins the page
// of krigo notebook over it.
//
//	pages, err := browser.Find()
//	html, err := pages.HTML(nb, browser.Options{Export: export.Options{Name: "first fit"}, Files: files})
//
// A page is one of package export, which shows its saved outputs, with buttons (start.js). The first press of one loads
// the script of the module, krigo.js, which [Script] makes of these parts:
//
//   - load.js finds, unpacks, keeps and compiles the module;
//   - session.js is a notebook's session: workers.js starts the Web Workers, in which host.js runs the module with the
//     files of files.js;
//   - cells.js replaces the text by the page of krigo notebook (internal/server/page), which live.js begins.
//
// In JupyterLite, lite.js makes a kernel of the module instead ([Pages.Lite]).
//
// The script and the module are files next to the page, or in the page itself, which then opens from a disk.
package browser
