// Module github.com/caarlos0/env/v11@v11.4.2

package main

import (
	"fmt"

	"github.com/caarlos0/env/v11"
)

func main() {
	var c struct {
		Port int      `env:"PORT" envDefault:"80"`
		Host []string `env:"HOSTS"`
	}
	fmt.Println(env.ParseWithOptions(&c, env.Options{Environment: map[string]string{"HOSTS": "a,b"}}), c)
}
