//go:build ignore

package main

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

type Level int

func (l *Level) UnmarshalText(b []byte) error {
	for i, n := range []string{"debug", "info", "error"} {
		if n == string(b) {
			*l = Level(i)
			return nil
		}
	}
	return fmt.Errorf("unknown level %q", b)
}

func (l Level) String() string { return "L" + strconv.Itoa(int(l)) }

type DB struct {
	Host string `env:"HOST" default:"localhost"`
	Port uint16 `env:"PORT" default:"5432"`
}

type Config struct {
	Name    string            `env:"NAME,required"`
	Debug   bool              `env:"DEBUG"`
	Timeout time.Duration     `env:"TIMEOUT" default:"3s"`
	Level   Level             `env:"LEVEL" default:"info"`
	Hosts   []string          `env:"HOSTS" sep:";"`
	Ports   []int             `env:"PORTS"`
	Labels  map[string]string `env:"LABELS"`
	DB      DB                `prefix:"DB_"`
	Replica *DB               `prefix:"RO_"`
	Rate    *float64          `env:"RATE"`
	Skip    complex64
	secret  string `env:"SECRET"`
}

var textType = reflect.TypeFor[encoding.TextUnmarshaler]()

func load(env map[string]string, prefix string, v reflect.Value) (set int, err error) {
	t := v.Type()
	for i := range t.NumField() {
		sf, fv := t.Field(i), v.Field(i)
		if p, ok := sf.Tag.Lookup("prefix"); ok {
			target := fv
			if fv.Kind() == reflect.Pointer {
				target = reflect.New(fv.Type().Elem()).Elem()
			}
			n, e := load(env, prefix+p, target)
			err = errors.Join(err, e)
			if fv.Kind() == reflect.Pointer && n > 0 {
				fv.Set(target.Addr())
			}
			set += n
			continue
		}
		name, opt, _ := strings.Cut(sf.Tag.Get("env"), ",")
		if name == "" || !fv.CanSet() {
			continue
		}
		raw, ok := env[prefix+name]
		if ok {
			set++
		} else if raw, ok = sf.Tag.Lookup("default"); !ok {
			if opt == "required" {
				err = errors.Join(err, fmt.Errorf("%s%s is required", prefix, name))
			}
			continue
		}
		if e := assign(fv, raw, sf.Tag.Get("sep")); e != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", sf.Name, e))
		}
	}
	return
}

func assign(v reflect.Value, raw, sep string) error {
	if sep == "" {
		sep = ","
	}
	if v.Addr().Type().Implements(textType) {
		return v.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(raw))
	}
	if _, ok := v.Interface().(time.Duration); ok {
		d, err := time.ParseDuration(raw)
		v.SetInt(int64(d))
		return err
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(raw)
	case reflect.Bool:
		b, err := strconv.ParseBool(raw)
		v.SetBool(b)
		return err
	case reflect.Int:
		n, err := strconv.ParseInt(raw, 10, v.Type().Bits())
		v.SetInt(n)
		return err
	case reflect.Uint16:
		n, err := strconv.ParseUint(raw, 10, v.Type().Bits())
		v.SetUint(n)
		return err
	case reflect.Float64:
		f, err := strconv.ParseFloat(raw, 64)
		v.SetFloat(f)
		return err
	case reflect.Pointer:
		p := reflect.New(v.Type().Elem())
		v.Set(p)
		return assign(p.Elem(), raw, sep)
	case reflect.Slice:
		for _, part := range strings.Split(raw, sep) {
			e := reflect.New(v.Type().Elem()).Elem()
			if err := assign(e, part, sep); err != nil {
				return err
			}
			v.Set(reflect.Append(v, e))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for _, kv := range strings.Split(raw, sep) {
			k, val, _ := strings.Cut(kv, ":")
			v.SetMapIndex(reflect.ValueOf(k), reflect.ValueOf(val))
		}
	default:
		return fmt.Errorf("unsupported %v", v.Type())
	}
	return nil
}

func main() {
	for _, env := range []map[string]string{
		{},
		{"NAME": "app", "DEBUG": "1", "TIMEOUT": "1m", "LEVEL": "error", "HOSTS": "a;b,c", "PORTS": "1,2", "LABELS": "x:1,y:2", "DB_PORT": "99", "RATE": "0.5"},
		{"NAME": "bad", "LEVEL": "loud", "DB_PORT": "70000", "PORTS": "1,x", "DEBUG": "maybe", "TIMEOUT": "9"},
		{"NAME": "ro", "RO_HOST": "replica", "SECRET": "s"},
	} {
		var c Config
		n, err := load(env, "", reflect.ValueOf(&c).Elem())
		fmt.Printf("set %d: %s debug=%t %v %v %q %v %v %+v", n, c.Name, c.Debug, c.Timeout, c.Level, c.Hosts, c.Ports, c.Labels, c.DB)
		if c.Rate != nil {
			fmt.Print(" rate ", *c.Rate)
		}
		fmt.Printf(" %+v %q\n", c.Replica, c.secret)
		if err != nil {
			fmt.Println("  " + strings.ReplaceAll(err.Error(), "\n", "\n  "))
		}
	}
}
