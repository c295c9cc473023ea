// Module github.com/prometheus/common@v0.74.0

package main

import (
	"fmt"

	"github.com/prometheus/common/model"
)

func main() {
	d, err := model.ParseDuration("1h30m")
	fmt.Println(d, err, model.LabelSet{"a": "b"})
}
