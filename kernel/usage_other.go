//go:build !linux

package kernel

// usageMeter would measure what processes cost.
type usageMeter struct{}

// measure leaves the reply without what this system is not asked for.
func (*usageMeter) measure(*usageReply) {}
