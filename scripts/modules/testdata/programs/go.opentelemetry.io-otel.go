// Module go.opentelemetry.io/otel@v1.47.0

package main

import (
	"fmt"

	"go.opentelemetry.io/otel/attribute"
)

func main() {
	s := attribute.NewSet(attribute.String("a", "b"), attribute.Int("n", 3))
	fmt.Println(s.Len(), s.Encoded(attribute.DefaultEncoder()))
}
