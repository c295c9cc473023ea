package kernel

import (
	"context"
	"testing"
)

func TestInterruptBeforeTheEngineIsThere(t *testing.T) {
	hold := make(chan struct{})
	defer close(hold)
	s := startEngine(t.Context(), func(context.Context) (Engine, error) { <-hold; return newFakeEngine(), nil })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.get(ctx); failureOf(err).Name != "Interrupt" {
		t.Errorf("the failure is %+v", failureOf(err))
	}
}
