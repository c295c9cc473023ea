package main

import (
	"fmt"
	"sort"
	"strings"
)

type State int
type Event int

const (
	Closed State = iota
	Listen
	SynSent
	SynRcvd
	Established
	FinWait
	CloseWait
	LastAck
	TimeWait
)

const (
	Open Event = iota + 1
	PassiveOpen
	RecvSyn
	RecvSynAck
	RecvAck
	Close
	RecvFin
	Timeout
)

var (
	stateNames = strings.Fields("Closed Listen SynSent SynRcvd Established FinWait CloseWait LastAck TimeWait")
	eventNames = map[Event]string{Open: "open", PassiveOpen: "listen", RecvSyn: "syn", RecvSynAck: "syn+ack", RecvAck: "ack", Close: "close", RecvFin: "fin", Timeout: "timeout"}
)

func (s State) String() string { return stateNames[s] }
func (e Event) String() string {
	if n, ok := eventNames[e]; ok {
		return n
	}
	return fmt.Sprintf("event#%d", int(e))
}

type key struct {
	State
	Event
}

type action func(c *Conn)

type Conn struct {
	State
	Sent  []string
	trace []key
}

func send(what ...string) action { return func(c *Conn) { c.Sent = append(c.Sent, what...) } }

var table = map[key]struct {
	next State
	do   action
}{
	{Closed, Open}:                    {SynSent, send("SYN")},
	{Closed, PassiveOpen}:             {Listen, nil},
	{Listen, RecvSyn}:                 {SynRcvd, send("SYN", "ACK")},
	{SynSent, RecvSynAck}:             {Established, send("ACK")},
	{SynSent, RecvSyn}:                {SynRcvd, send("ACK")},
	{SynRcvd, RecvAck}:                {next: Established},
	{Established, Close}:              {FinWait, send("FIN")},
	{Established, RecvFin}:            {CloseWait, send("ACK")},
	{CloseWait, Close}:                {LastAck, send("FIN")},
	{LastAck, RecvAck}:                {Closed, (*Conn).reset},
	{FinWait, RecvFin}:                {TimeWait, send("ACK")},
	{State: TimeWait, Event: Timeout}: {Closed, (*Conn).reset},
}

func (c *Conn) reset() { c.Sent = append(c.Sent, "(reset)") }

func (c *Conn) Fire(es ...Event) (ok bool) {
	for i, e := range es {
		k := key{c.State, e}
		t, found := table[k]
		if !found {
			fmt.Printf("  event %d: %v ignored in %v\n", i, k.Event, k.State)
			continue
		}
		c.trace = append(c.trace, k)
		c.State = t.next
		if t.do != nil {
			t.do(c)
		}
		ok = true
	}
	return
}

func reachable(from State) []string {
	seen := map[State]bool{from: true}
	for changed := true; changed; {
		changed = false
		for k, v := range table {
			if seen[k.State] && !seen[v.next] {
				seen[v.next], changed = true, true
			}
		}
	}
	var out []string
	for s := range seen {
		out = append(out, s.String())
	}
	sort.Strings(out)
	return out
}

func main() {
	runs := [][]Event{
		{Open, RecvSynAck, Close, RecvFin, Timeout},
		{PassiveOpen, RecvSyn, RecvAck, RecvFin, Close, RecvAck},
		{Open, RecvFin, RecvSyn, RecvAck, Timeout, Event(42)},
		{},
	}
	for i, es := range runs {
		c := new(Conn)
		ok := c.Fire(es...)
		fmt.Printf("run %d ok=%t state=%v sent=%v\n", i, ok, c.State, strings.Join(c.Sent, ","))
		for _, k := range c.trace {
			fmt.Printf("  %v on %v\n", k.State, k.Event)
		}
	}
	fmt.Println(len(table), reachable(Closed))
	fmt.Println(reachable(TimeWait)[0], Established, []Event{Open, Close, 99})
	_, ok := table[key{Listen, Close}]
	fmt.Printf("%t %d %+v\n", ok, key{Listen, Close}.Event, Conn{State: Listen}.State)
	defer func() { fmt.Println("recovered:", recover()) }()
	fmt.Println(State(len(stateNames)).String())
}
