// Module github.com/sirupsen/logrus@v1.10.2

package main

import (
	"github.com/sirupsen/logrus"
	"os"
)

func main() {
	l := logrus.New()
	l.SetOutput(os.Stdout)
	l.SetFormatter(&logrus.TextFormatter{DisableTimestamp: true, DisableColors: true})
	l.WithField("a", 1).Info("hi")
}
