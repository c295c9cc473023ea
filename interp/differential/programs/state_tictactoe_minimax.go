package main

import (
	"errors"
	"fmt"
	"strings"
)

type Mark byte

const (
	Empty Mark = '.'
	X     Mark = 'X'
	O     Mark = 'O'
)

func (m Mark) Other() Mark { return X ^ O ^ m }

type Board [9]Mark

var lines = [...][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}

var ErrTaken = errors.New("square taken")

func New() (b Board) {
	for i := range b {
		b[i] = Empty
	}
	return
}

func (b Board) Play(at int, m Mark) (Board, error) {
	if at < 0 || at >= len(b) {
		return b, fmt.Errorf("square %d out of range", at)
	}
	if b[at] != Empty {
		return b, fmt.Errorf("square %d holds %c: %w", at, b[at], ErrTaken)
	}
	b[at] = m
	return b, nil
}

func (b *Board) Winner() (Mark, bool) {
	for _, l := range lines {
		if m := b[l[0]]; m != Empty && m == b[l[1]] && m == b[l[2]] {
			return m, true
		}
	}
	return Empty, strings.IndexByte(string(bytesOf(b[:])), byte(Empty)) < 0
}

func bytesOf[T ~byte](xs []T) []byte {
	out := make([]byte, len(xs))
	for i, x := range xs {
		out[i] = byte(x)
	}
	return out
}

func (b Board) String() string {
	s := string(bytesOf(b[:]))
	return s[:3] + "/" + s[3:6] + "/" + s[6:]
}

type solver struct {
	memo  map[Board]int
	calls int
}

func (s *solver) score(b Board, turn Mark) (best int) {
	s.calls++
	if v, ok := s.memo[b]; ok {
		return v
	}
	defer func() { s.memo[b] = best }()
	if w, over := b.Winner(); over {
		switch w {
		case X:
			return 1
		case O:
			return -1
		}
		return 0
	}
	best = -2
	if turn == O {
		best = 2
	}
	for i := range b {
		next, err := b.Play(i, turn)
		if err != nil {
			continue
		}
		if v := s.score(next, turn.Other()); turn == X {
			best = max(best, v)
		} else {
			best = min(best, v)
		}
	}
	return best
}

func (s *solver) best(b Board, turn Mark) (move int) {
	move = -1
	var top int
	for i := range b {
		if n, err := b.Play(i, turn); err == nil {
			v := s.score(n, turn.Other())
			if turn == O {
				v = -v
			}
			if move < 0 || v > top {
				move, top = i, v
			}
		}
	}
	return
}

func main() {
	s := &solver{memo: map[Board]int{}}
	fmt.Println("value", s.score(New(), X), "positions", len(s.memo), "calls", s.calls)
	games := [][]int{{}, {0}, {4}, {0, 1}, {0, 4, 8}, {0, 1, 3, 1}, {2, 9}}
	for _, opening := range games {
		b, turn := New(), X
		var err error
		for _, mv := range opening {
			if b, err = b.Play(mv, turn); err != nil {
				fmt.Println(opening, err, errors.Is(err, ErrTaken))
				break
			}
			turn = turn.Other()
		}
		if err != nil {
			continue
		}
		trail := []string{b.String()}
		for {
			w, over := b.Winner()
			if over {
				fmt.Printf("%v %s winner=%c moves=%d\n", opening, trail[len(trail)-1], w, len(trail)-1)
				break
			}
			b, _ = b.Play(s.best(b, turn), turn)
			turn = turn.Other()
			trail = append(trail, b.String())
		}
	}
	a, c := New(), New()
	a[4] = X
	fmt.Println(a == c, a != c, a, c, X.Other() == O)
	fmt.Printf("%v %c %q %d\n", a, a, c[0], X)
}
