//go:build !js

package syntax

// nestingLimit is no limit: stacks grow here.
var nestingLimit nesting
