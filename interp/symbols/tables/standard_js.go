package tables

import "krigo/interp/symbols/tables/std"

// standard has those of yaegi's own tables of the standard library that web pages have.
var standard = std.Symbols
