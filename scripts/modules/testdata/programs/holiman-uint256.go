// Module github.com/holiman/uint256@v1.3.2

package main

import (
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/holiman/uint256"
)

func main() {
	x := uint256.MustFromDecimal("115792089237316195423570985008687907853269984665640564039457584007913129639935")
	y := uint256.MustFromHex("0xdeadbeefcafebabe0123456789abcdef")
	z, over := new(uint256.Int).AddOverflow(x, y)
	fmt.Println(z, over, z.Hex(), x.BitLen(), y.Sign())
	fmt.Println(new(uint256.Int).Mul(y, y), new(uint256.Int).Div(x, y), new(uint256.Int).Mod(x, y))
	fmt.Println(new(uint256.Int).Exp(uint256.NewInt(3), uint256.NewInt(150)), new(uint256.Int).Sqrt(x))
	fmt.Println(new(uint256.Int).MulMod(x, y, uint256.NewInt(1000003)), new(uint256.Int).SDiv(x, uint256.NewInt(7)))
	fmt.Println(new(uint256.Int).Lsh(y, 77).Hex(), new(uint256.Int).SRsh(x, 3).Dec(), new(uint256.Int).Not(y))
	fmt.Println(x.Cmp(y), x.Slt(y), y.Lt(x), y.IsUint64(), y.Uint64(), y.Bytes20())
	fmt.Printf("%x %#x %d %s %30v|\n", y, y, y, y, uint256.NewInt(5))
	b := new(big.Int).Exp(big.NewInt(7), big.NewInt(100), nil)
	u, over := uint256.FromBig(b)
	fmt.Println(u, over, u.ToBig().Cmp(b), x.Float64(), y.PrettyDec(','))
	data, err := json.Marshal(map[string]*uint256.Int{"y": y})
	fmt.Println(string(data), err)
	var back map[string]*uint256.Int
	fmt.Println(json.Unmarshal(data, &back), back["y"].Eq(y))
	_, err = uint256.FromHex("0x0g")
	fmt.Println(err)
	r := uint256.NewInt(1)
	for i := uint64(1); i <= 57; i++ {
		r.Mul(r, uint256.NewInt(i))
	}
	fmt.Println(r, uint256.NewInt(0).Sub(uint256.NewInt(0), uint256.NewInt(1)).Eq(x))
}
