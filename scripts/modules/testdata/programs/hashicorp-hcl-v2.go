// Module github.com/hashicorp/hcl/v2@v2.25.0

package main

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/gohcl"
	"github.com/hashicorp/hcl/v2/hclparse"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

type config struct {
	Name     string    `hcl:"name"`
	Count    int       `hcl:"count,optional"`
	Ratio    float64   `hcl:"ratio"`
	Tags     []string  `hcl:"tags,optional"`
	Services []service `hcl:"service,block"`
}

type service struct {
	Kind string            `hcl:"kind,label"`
	Port int               `hcl:"port"`
	Env  map[string]string `hcl:"env,optional"`
}

const source = `
name  = "a-${upper(env)}"
count = 2 + 3 * 4
ratio = 1 / 3
tags  = [for t in ["x", "y", "z"] : "${t}!" if t != "y"]

service "web" {
  port = env == "prod" ? 443 : 8080
  env  = { A = "1", "B" = env }
}
service "db" { port = 5432 }
`

func main() {
	parser := hclparse.NewParser()
	file, diags := parser.ParseHCL([]byte(source), "a.hcl")
	fmt.Println(diags.HasErrors())
	ctx := &hcl.EvalContext{
		Variables: map[string]cty.Value{"env": cty.StringVal("prod")},
		Functions: map[string]function.Function{"upper": stdlib.UpperFunc},
	}
	var c config
	fmt.Println(gohcl.DecodeBody(file.Body, ctx, &c))
	fmt.Printf("%+v\n", c)
	for _, bad := range []string{"name = ", "name = 5\nratio = \"x\"", "nome = 1", "service {}\nname = foo\nratio = 1"} {
		f, diags := parser.ParseHCL([]byte(bad), "bad.hcl")
		var c config
		diags = append(diags, gohcl.DecodeBody(f.Body, ctx, &c)...)
		for _, d := range diags {
			fmt.Println(d)
		}
	}
	out := hclwrite.NewEmptyFile()
	gohcl.EncodeIntoBody(&c, out.Body())
	out.Body().SetAttributeValue("extra", cty.ListVal([]cty.Value{cty.NumberIntVal(1), cty.NumberFloatVal(2.5)}))
	fmt.Print(string(out.Bytes()))
}
