//go:build ignore

package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

type Entity[ID comparable] interface {
	GetID() ID
	Validate() error
}

type Store[ID comparable, E Entity[ID]] interface {
	Save(E) error
	Find(ID) (E, error)
	Query(...Spec[E]) []E
}

type Spec[E any] func(E) bool

func (s Spec[E]) And(o Spec[E]) Spec[E] { return func(e E) bool { return s(e) && o(e) } }
func Not[E any](s Spec[E]) Spec[E]      { return func(e E) bool { return !s(e) } }

type NotFound[ID comparable] struct{ ID ID }

func (n NotFound[ID]) Error() string { return fmt.Sprintf("no entity with %T %v", n.ID, n.ID) }

type memory[ID comparable, E Entity[ID]] struct {
	rows  []E
	index map[ID]int
}

func NewMemory[ID comparable, E Entity[ID]](es ...E) (*memory[ID, E], error) {
	m := &memory[ID, E]{index: map[ID]int{}}
	for _, e := range es {
		if err := m.Save(e); err != nil {
			return m, err
		}
	}
	return m, nil
}

func (m *memory[ID, E]) Save(e E) error {
	if err := e.Validate(); err != nil {
		return fmt.Errorf("save %v: %w", e.GetID(), err)
	}
	if i, ok := m.index[e.GetID()]; ok {
		m.rows[i] = e
		return nil
	}
	m.index[e.GetID()] = len(m.rows)
	m.rows = append(m.rows, e)
	return nil
}

func (m *memory[ID, E]) Find(id ID) (e E, err error) {
	i, ok := m.index[id]
	if !ok {
		return e, NotFound[ID]{id}
	}
	return m.rows[i], nil
}

func (m *memory[ID, E]) Query(specs ...Spec[E]) (out []E) {
rows:
	for _, r := range m.rows {
		for _, s := range specs {
			if !s(r) {
				continue rows
			}
		}
		out = append(out, r)
	}
	return
}

type logged[ID comparable, E Entity[ID]] struct {
	Store[ID, E]
	log *[]string
}

func (l logged[ID, E]) Save(e E) error {
	err := l.Store.Save(e)
	*l.log = append(*l.log, fmt.Sprintf("save(%v)=%v", e.GetID(), err))
	return err
}

type base[ID comparable] struct{ ID ID }

func (b base[ID]) GetID() ID { return b.ID }

type User struct {
	base[int]
	Name string
}

func (u User) Validate() error {
	if u.Name == "" {
		return errors.New("name is empty")
	}
	return nil
}

type geoKey struct{ lat, lon int8 }

type Place struct {
	base[geoKey]
	Visitors []*User
}

func (p *Place) Validate() error {
	if p.ID == (geoKey{}) {
		return errors.New("null island")
	}
	return nil
}

func FindAll[ID comparable, E Entity[ID]](s Store[ID, E], ids ...ID) (found []E, missing []ID) {
	for _, id := range ids {
		e, err := s.Find(id)
		var nf NotFound[ID]
		if errors.As(err, &nf) {
			missing = append(missing, nf.ID)
			continue
		}
		found = append(found, e)
	}
	return
}

func main() {
	users, err := NewMemory[int, User](User{base[int]{1}, "ann"}, User{base[int]{2}, "bob"}, User{base[int]{1}, "anna"}, User{})
	fmt.Println(len(users.rows), err)
	var log []string
	var store Store[int, User] = logged[int, User]{users, &log}
	_ = store.Save(User{base[int]{7}, "zed"})
	_ = store.Save(User{base[int]{8}, ""})
	fmt.Println(strings.Join(log, " | "))
	found, missing := FindAll(store, 1, 5, 7, 6)
	fmt.Println(found, missing)
	long := Spec[User](func(u User) bool { return len(u.Name) > 3 })
	odd := Spec[User](func(u User) bool { return u.ID%2 == 1 })
	fmt.Println(store.Query(), store.Query(long.And(odd)), store.Query(odd, Not(long)), store.Query(Not(odd.And(odd))))

	places, err := NewMemory[geoKey](&Place{base: base[geoKey]{geoKey{50, 14}}}, &Place{base[geoKey]{geoKey{-1, 2}}, []*User{&found[0]}})
	fmt.Println(err, len(places.Query(func(p *Place) bool {
		return slices.ContainsFunc(p.Visitors, func(u *User) bool { return u.Name == "anna" })
	})))
	p, err := places.Find(geoKey{9, 9})
	fmt.Println(p == nil, err)
	fmt.Println(places.Save(&Place{}))
	fmt.Printf("%T\n%T\n%T\n", store, places, err)
	_, isUserStore := any(places).(Store[int, User])
	_, isPlaceStore := any(places).(Store[geoKey, *Place])
	fmt.Println(isUserStore, isPlaceStore)
}
