package main

import (
	"fmt"
	"math/rand"
	"strings"
)

type Rank int

const (
	_ = iota + 10
	Jack
	Queen
	King
	Ace
)

var suits = []rune("♣♦♥♠")

type Card struct {
	Rank Rank
	Suit rune
}

func (r Rank) String() string {
	switch r {
	case Jack:
		return "J"
	case Queen:
		return "Q"
	case King:
		return "K"
	case Ace:
		return "A"
	}
	return fmt.Sprint(int(r))
}

func (c Card) String() string { return c.Rank.String() + string(c.Suit) }

type Deck []Card

func NewDeck() (d Deck) {
	for _, s := range suits {
		for r := Rank(2); r <= Ace; r++ {
			d = append(d, Card{r, s})
		}
	}
	return
}

func (d *Deck) Draw() (c Card, ok bool) {
	if len(*d) == 0 {
		return
	}
	c, *d = (*d)[0], (*d)[1:]
	return c, true
}

func (d *Deck) Put(cs ...Card) { *d = append(*d, cs...) }

func war(seed int64, show int) (winner string, rounds, wars int) {
	deck := NewDeck()
	rng := rand.New(rand.NewSource(seed))
	rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	a, b := append(Deck{}, deck[:26]...), append(Deck{}, deck[26:]...)
	for rounds = 1; rounds <= 3000; rounds++ {
		var pot []Card
	again:
		x, okA := a.Draw()
		y, okB := b.Draw()
		switch {
		case !okA && !okB:
			return "draw", rounds, wars
		case !okA:
			return "b", rounds, wars
		case !okB:
			return "a", rounds, wars
		}
		pot = append(pot, x, y)
		if rounds <= show {
			fmt.Printf("round %d: %v vs %v\n", rounds, x, y)
		}
		if x.Rank == y.Rank {
			wars++
			for range 2 {
				if c, ok := a.Draw(); ok {
					pot = append(pot, c)
				}
				if c, ok := b.Draw(); ok {
					pot = append(pot, c)
				}
			}
			goto again
		}
		rng.Shuffle(len(pot), func(i, j int) { pot[i], pot[j] = pot[j], pot[i] })
		if x.Rank > y.Rank {
			a.Put(pot...)
		} else {
			b.Put(pot...)
		}
	}
	return "timeout", rounds - 1, wars
}

func main() {
	d := NewDeck()
	fmt.Println(len(d), d[:3], d[50:], "♣"[2] == 0xa3)
	fmt.Println(strings.Repeat("-", 20))
	for seed := int64(1); seed <= 8; seed++ {
		show := 0
		if seed == 1 {
			show = 6
		}
		w, r, n := war(seed, show)
		fmt.Printf("seed=%d winner=%-7s rounds=%d wars=%d\n", seed, w, r, n)
	}
	fmt.Printf("%v %d %+v %#v %T\n", Card{Ace, '♠'}, Card{Ace, '♠'}, []Rank{2, King}, Rank(Queen), Card{})
}
