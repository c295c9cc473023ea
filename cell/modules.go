package cell

// Modules are the contents of the go.mod and go.sum files of a session without such files in its folder. A notebook
// keeps them in its metadata. The zero value has no requirements.
type Modules struct {
	GoMod string `json:"go.mod"`
	GoSum string `json:"go.sum"`
}

// ModuleKeeper is an [Output] whose front end keeps the modules of a session with the notebook. KeepModules is called
// at the end of a cell that has changed them.
type ModuleKeeper interface {
	Output
	KeepModules(m Modules)
}
