package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// SelfTest is the spec, as JSON, of the kind "selftest", which every program knows: each
// task waits and returns bytes. krigo cluster doctor and tests of engines use it.
type SelfTest struct {
	// Wait is how long a task takes.
	Wait time.Duration
	// Bytes is the size of a result.
	Bytes int
	// Fail is the error of task 0, if not empty.
	Fail string
	// Note distinguishes jobs that are equal otherwise.
	Note string
}

// SelfTestKind is the kind of [SelfTest].
const SelfTestKind = "selftest"

func init() { register(SelfTestKind, selfTest) }

func selfTest(ctx context.Context, t Task) ([]byte, error) {
	var s SelfTest
	if err := json.Unmarshal(t.Spec, &s); err != nil {
		return nil, fmt.Errorf("cluster: the spec of a selftest: %w", err)
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(s.Wait):
	}
	if s.Fail != "" && t.Index == 0 {
		return nil, errors.New(s.Fail)
	}
	return s.Result(t.Index), nil
}

// Result returns the result of the task with that index.
func (s SelfTest) Result(index int) []byte {
	return bytes.Repeat(fmt.Appendf(nil, "%07d\n", index), s.Bytes/8+1)[:s.Bytes]
}
