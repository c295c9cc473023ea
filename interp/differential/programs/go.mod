// Each of these files is a program of its own, and none is part of krigo.
module programs

go 1.26.0
