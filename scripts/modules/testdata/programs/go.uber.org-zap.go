// Module go.uber.org/zap@v1.28.0

package main

import "go.uber.org/zap"

func main() {
	l := zap.NewExample()
	l.Info("hi", zap.String("a", "b"), zap.Int("n", 3))
	l.Sugar().Infow("x", "k", 1)
}
