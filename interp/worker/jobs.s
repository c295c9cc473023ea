// This file lets jobs.go declare a function whose body is the runtime's.
