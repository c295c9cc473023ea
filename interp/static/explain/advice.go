package explain

import "krigo/interp/static/check"

func Advice(world check.World, name string) string { return "" }
