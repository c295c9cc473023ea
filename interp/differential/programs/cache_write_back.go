package main

import (
	"fmt"
	"log"
	"os"
	"strings"
)

type Addr uint16

func (a Addr) String() string { return fmt.Sprintf("%04x", uint16(a)) }

type Store interface {
	Load(a Addr) byte
	Save(a Addr, b byte)
}

type RAM struct {
	cells        map[Addr]byte
	loads, saves int
}

func (r *RAM) Load(a Addr) byte    { r.loads++; return r.cells[a] }
func (r *RAM) Save(a Addr, b byte) { r.saves++; r.cells[a] = b }

const (
	lineBits = 2
	setBits  = 2
	ways     = 2
	lineLen  = 1 << lineBits
	sets     = 1 << setBits
)

type line struct {
	tag   Addr
	data  [lineLen]byte
	valid bool
	dirty bool
	used  int
}

type Cache struct {
	Store
	sets         [sets][ways]line
	tick         int
	hits, misses int
	lg           *log.Logger
}

func split(a Addr) (tag Addr, set, off int) {
	return a >> (lineBits + setBits), int(a>>lineBits) & (sets - 1), int(a) & (lineLen - 1)
}

func (c *Cache) base(tag Addr, set int) Addr { return tag<<(lineBits+setBits) | Addr(set)<<lineBits }

func (c *Cache) find(a Addr) *line {
	c.tick++
	tag, set, _ := split(a)
	victim := &c.sets[set][0]
	for w := range c.sets[set] {
		l := &c.sets[set][w]
		if l.valid && l.tag == tag {
			c.hits++
			l.used = c.tick
			return l
		}
		if !l.valid || victim.valid && l.used < victim.used {
			victim = l
		}
	}
	c.misses++
	if victim.valid && victim.dirty {
		c.lg.Printf("write back %v", c.base(victim.tag, set))
		c.flush(victim, set)
	}
	*victim = line{tag: tag, valid: true, used: c.tick}
	for i := range victim.data {
		victim.data[i] = c.Store.Load(c.base(tag, set) + Addr(i))
	}
	return victim
}

func (c *Cache) flush(l *line, set int) {
	for i, b := range l.data {
		c.Store.Save(c.base(l.tag, set)+Addr(i), b)
	}
	l.dirty = false
}

func (c *Cache) Load(a Addr) byte {
	_, _, off := split(a)
	return c.find(a).data[off]
}

func (c *Cache) Save(a Addr, b byte) {
	l := c.find(a)
	l.data[a&(lineLen-1)] = b
	l.dirty = true
}

func sum(s Store, from, n, stride Addr) (t int) {
	for a := from; a < from+n; a += stride {
		t += int(s.Load(a))
	}
	return
}

func main() {
	ram := &RAM{cells: map[Addr]byte{}}
	var buf strings.Builder
	c := &Cache{Store: ram, lg: log.New(&buf, "[cache] ", log.Lmsgprefix)}
	for a := Addr(0); a < 64; a++ {
		c.Save(a, byte(a*3))
	}
	fmt.Println(c.hits, c.misses, ram.loads, ram.saves, strings.Count(buf.String(), "\n"))
	fmt.Print(strings.SplitAfter(buf.String(), "\n")[0])
	for _, stride := range []Addr{1, 4, 16} {
		h, m := c.hits, c.misses
		fmt.Printf("stride %d sum=%d hits=%d misses=%d\n", stride, sum(c, 0, 64, stride), c.hits-h, c.misses-m)
	}
	fmt.Println(sum(c, 0, 64, 1), sum(ram, 0, 64, 1))
	for set := range c.sets {
		for w := range c.sets[set] {
			if l := &c.sets[set][w]; l.dirty {
				c.flush(l, set)
			}
		}
	}
	fmt.Println(sum(c, 0, 64, 1) == sum(ram, 0, 64, 1))
	c.lg.SetOutput(os.Stdout)
	c.lg.SetPrefix("late: ")
	c.Save(0x0100, 7)
	c.Save(0x0200, 8)
	c.Save(0x0300, 9)
	snapshot := c.sets
	c.Save(0x0300, 10)
	fmt.Println(snapshot == c.sets, snapshot[1] == c.sets[1], snapshot[0][0].data, c.Load(0x300), Addr(0xbeef))
	fmt.Printf("%v\n%+v\n", c.sets[0], c.sets[3][1])
}
