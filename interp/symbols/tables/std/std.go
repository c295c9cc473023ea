//go:build js

// Package std has the symbol tables of the part of the standard library that web pages have. Its other files are
// copies of yaegi's, which scripts/browser adds while it builds: yaegi has them in one package with all others, which
// would bring net/http and the like into every page.
package std

import "github.com/traefik/yaegi/interp"

// Symbols are the tables; they are empty where scripts/browser did not build the program.
var Symbols = interp.Exports{}
