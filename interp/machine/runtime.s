// This file lets functions of the package have no body: they are those of the runtime (memory.go).
