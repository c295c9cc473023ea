package kernel

import "krigo/cell"

var _ cell.ModuleKeeper = (*cellOutput)(nil)

// KeepModules implements [cell.ModuleKeeper]. Front ends that know the message write it into the notebook's metadata.
func (o *cellOutput) KeepModules(m cell.Modules) {
	o.flush()
	o.request.publish("krigo_modules", m)
}
