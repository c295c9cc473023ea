// Module github.com/nyaruka/phonenumbers@v1.8.1

package main

import (
	"fmt"

	"github.com/nyaruka/phonenumbers"
)

func main() {
	n, err := phonenumbers.Parse("030 123456", "DE")
	fmt.Println(phonenumbers.Format(n, phonenumbers.E164), err)
}
