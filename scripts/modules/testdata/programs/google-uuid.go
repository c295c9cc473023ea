// Module github.com/google/uuid@v1.6.0

package main

import (
	"fmt"
	"github.com/google/uuid"
)

func main() {
	u := uuid.NewSHA1(uuid.NameSpaceURL, []byte("x"))
	fmt.Println(u, u.Version(), len(uuid.NewString()))
	_, err := uuid.Parse("bad")
	fmt.Println(err)
}
