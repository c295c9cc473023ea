package main

import "fmt"

func endless() {
	for i := 0; ; {
		i++
		if i == 3 {
			break
		}
		fmt.Println(i)
	}
L:
	for i := 0; ; {
		i++
		switch {
		case i == 2:
			continue
		case i == 3:
			continue L
		case i == 6:
			break L
		}
		fmt.Println(i)
	}
	i := 0
M:
	for i = 5; ; {
		i++
		for {
			if i == 7 {
				continue M
			}
			break
		}
		if i > 8 {
			break M
		}
		fmt.Println(i)
	}
	fmt.Println(i)
	for a, b := pair(); ; {
		a, b = b, a+b
		if a > 20 {
			fmt.Println(a, b)
			break
		}
	}
	var get []func() int
	for i := 0; ; {
		i++
		get = append(get, func() int { return i })
		if i == 3 {
			break
		}
	}
	for _, f := range get {
		fmt.Println(f())
	}
	for i, list := 0, []string{"a", "b"}; ; {
		if i == len(list) {
			return
		}
		fmt.Println(list[i])
		i++
	}
}

func pair() (int, int) { return 1, 1 }

func main() {
	endless()
}
