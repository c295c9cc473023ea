// Module github.com/golang-jwt/jwt/v5@v5.3.1

package main

import (
	"fmt"

	"github.com/golang-jwt/jwt/v5"
)

func main() {
	t := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"foo": "bar"})
	s, err := t.SignedString([]byte("k"))
	fmt.Println(s, err)
	p, err := jwt.Parse(s, func(*jwt.Token) (any, error) { return []byte("k"), nil })
	fmt.Println(p.Valid, p.Claims, err)
}
