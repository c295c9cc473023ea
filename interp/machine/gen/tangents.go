package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// lanes is the number of directions in which one pass differentiates. Up to four parameters take a tenth longer than
// with four lanes, five to eight little more than half the time; with one lane four parameters take three times as
// long.
const lanes = 8

// besides finds the tangents of w and the shadows of p.
const besides = `
	tangents = unsafe.Add(t.shadows.firstTangent, (uintptr(w)-t.shadows.firstWord)*Lanes)
	shadows = unsafe.Add(t.shadows.firstShadow, uintptr(p)-t.shadows.firstPointer)
`

// addDual adds the counterpart of an operation in the loop that computes tangents, which does more with tangents or
// shadows. Calls in it that Go does not inline in so large a loop would slow all of it.
func addDual(name, more, body string) {
	addTangent(name, formOf(name)+"; "+more, body)
}

// formOf returns the form of an operation that was added before.
func formOf(name string) string {
	return operations[slices.IndexFunc(operations, func(o operation) bool { return o.name == name })].bareForm()
}

// addTangent adds an operation of the loop that computes tangents.
func addTangent(name, form, body string) {
	operations = append(operations, operation{name: "Dual" + name, form: form, body: body, dual: true})
}

// tangents writes the operations on dual numbers: the operation on numbers, and the same for the tangents of words and
// for shadows, which are the pointers to tangents, named sA, sB and so on.
func tangents() {
	dualMoves()
	dualFloats()
	dualMemory()
	addSlow("CallTangents", "extern[K] with frame {w[A]..}; count[B] words and their tangents", "t.callTangents(pc, w)")
}

func dualMoves() {
	addDual("Move", "and its tangent", "uA = uB\na, b := tangent(tangents, pc.A), tangent(tangents, pc.B)\n"+each("a[l] = b[l]"))
	addDual("MovePointer", "and its shadow", "pA = pB\nsA = sB")
	addTangent("Zero", "tangent(w[A]) = 0", "a := tangent(tangents, pc.A)\n"+each("a[l] = 0"))
	addTangent("Nil", "shadow(p[A]) = nil", "sA = nil")
	addTangent("Check", "fail if tangent(w[A]) != 0", "a := tangent(tangents, pc.A)\n"+zeroOrLost)
	addTangent("CheckPointer", "fail if shadow(p[A]) != nil", "if sA != nil "+failing("lostFault"))
}

// each returns a statement for all directions l.
func each(statement string) string {
	text := ""
	for l := range lanes {
		text += strings.ReplaceAll(statement, "[l]", fmt.Sprintf("[%d]", l)) + "\n"
	}
	return text
}

// zeroOrLost fails where the tangent a is not 0.
var zeroOrLost = "if " + strings.ReplaceAll(strings.TrimSpace(each("a[l] != 0")), "\n", " || ") + failing("lostFault")

// dualFloats: of the operands x, y and z with the tangents b, c and d the value v is computed, a factor f, and the
// tangent a.
func dualFloats() {
	for _, o := range []struct{ name, value, factor, tangent string }{
		{"AddFloat", "x + y", "", "b[l] + c[l]"},
		{"AddFloatK", "x + KF", "", "b[l]"},
		{"SubFloat", "x - y", "", "b[l] - c[l]"},
		{"SubFloatK", "x - KF", "", "b[l]"},
		{"KSubFloat", "KF - x", "", "-b[l]"},
		{"MulFloat", "x * y", "", "b[l]*y + x*c[l]"},
		{"MulFloatK", "x * KF", "KF", "b[l] * f"},
		{"MulInt", "float64(iB) * y", "float64(iB)", "f * c[l]"},
		{"DivFloat", "x / y", "1 / y", "(b[l] - v*c[l]) * f"},
		{"DivFloatK", "x / KF", "1 / KF", "b[l] * f"},
		{"KDivFloat", "KF / x", "-v / x", "b[l] * f"},
		{"MulAddFloat", "x + float64(y*z)", "", "b[l] + (c[l]*z + y*d[l])"},
		{"MulSubFloat", "x - float64(y*z)", "", "b[l] - (c[l]*z + y*d[l])"},
		{"MulAddInt", "x + float64(float64(iC)*z)", "float64(iC)", "b[l] + f*d[l]"},
		{"MulSubInt", "x - float64(float64(iC)*z)", "float64(iC)", "b[l] - f*d[l]"},
		{"NegFloat", "-x", "", "-b[l]"},
	} {
		factor := ""
		if o.factor != "" {
			factor = "f := " + o.factor
		}
		addDual(o.name, "and its tangent", dualFloat(o.value, factor)+each("a[l] = "+o.tangent))
	}
	// What does not move has no derivative, also where the slope is infinite.
	addDual("Sqrt", "and its tangent",
		dualFloat("math.Sqrt(x)", "f := 0.5 / v")+"if v != 0 {\n"+each("a[l] = b[l] * f")+"} else {\n"+each("if a[l] = 0; b[l] != 0 { a[l] = b[l] * f }")+"}")
	addDual("Abs", "and its tangent",
		dualFloat("math.Abs(x)", "f := 0.0 // the mean of both sides, as differences have it\nif x > 0 { f = 1 } else if x < 0 { f = -1 }")+each("a[l] = b[l] * f"))
	for _, o := range []struct{ f, sign string }{{"min", "<"}, {"max", ">"}} {
		addDual(title(o.f)+"Float", "and its tangent", dualFloat(o.f+"(x, y)", "")+
			"switch {\ncase x "+o.sign+" y:\n"+each("a[l] = b[l]")+"case x != y:\n"+each("a[l] = c[l]")+"default:\n"+each("a[l] = (b[l] + c[l]) / 2")+"}")
	}
}

// dualFloat computes and writes a value, after the factor, which may need the same registers.
func dualFloat(value, factor string) string {
	body := "a := tangent(tangents, pc.A)\n"
	for _, o := range []struct{ name, register, tangent, number string }{{"x", "fB", "b", "pc.B"}, {"y", "fC", "c", "pc.C"}, {"z", "fD", "d", "uint16(K)"}} {
		if regexp.MustCompile(`\b` + o.name + `\b`).MatchString(value) {
			body += fmt.Sprintf("%s, %s := %s, tangent(tangents, %s)\n", o.name, o.tangent, o.register, o.number)
		}
	}
	return body + "v := " + value + "\n" + factor + "\nfA = v\n"
}

// The tangent of the word, and the shadow of the pointer, that lies n bytes behind where the one with shadow s points
// to, and the shadow of that place itself.
var (
	loadTangent = "a := tangent(tangents, pc.A)\nif s == nil {\n" + each("a[l] = 0") + "} else {\nb := (*Tangent)(unsafe.Add(s, n*Lanes))\n" + each("a[l] = b[l]") + "}"
	loadShadow  = "if s != nil { s = *(*unsafe.Pointer)(unsafe.Add(s, n*Lanes)) }\n"
	moveShadow  = "if s != nil { s = unsafe.Add(s, n*Lanes) }\n"
)

func dualMemory() {
	nilB, nilA := "if pB == nil "+failing("nilFault")+"\n", "if pA == nil "+failing("nilFault")+"\n"
	inside := "i := uC\nif i >= uD " + failing("indexFault") + "\n"
	load := "uA = *(*uint64)(unsafe.Add(pB, n))\ns := sB\n" + loadTangent
	store := "*(*uint64)(unsafe.Add(pA, n)) = uB\na, s := tangent(tangents, pc.B), sA\nif s == nil {\n" + zeroOrLost + "\n} else {\nb := (*Tangent)(unsafe.Add(s, n*Lanes))\n" + each("b[l] = a[l]") + "}"
	move := "s := sB\n" + moveShadow + "pA = unsafe.Add(pB, n)\nsA = s"
	row := func(base, shadow string) string { // the slice that is element i
		return "n := i*sliceSize\nh, s := (*sliceHeader)(unsafe.Add(" + base + ", n)), " + shadow + "\n" + loadShadow
	}
	mulAdd := "u := *(*float64)(unsafe.Add(e, n))\n" + dualFloat("x + float64(y*u)", "") +
		"if s == nil {\n" + each("a[l] = b[l] + c[l]*u") + "} else {\nd := (*Tangent)(unsafe.Add(s, n*Lanes))\n" + each("a[l] = b[l] + (c[l]*u + y*d[l])") + "}"

	addDual("Load64", "and its tangent", nilB+"n := K\n"+load)
	addDual("Index64", "and its tangent", inside+"n := i*8\n"+load)
	addDual("Index2", "and its tangent", inside+row("pB", "sB")+
		"j := uE\nif j >= h.len "+failing("columnFault")+"\nuA = *(*uint64)(unsafe.Add(h.data, j*8))\nn = j*8\n"+loadTangent)
	addDual("MulAddIndex", "and its tangent", "i := uE\nif i >= uD "+failing("factorFault")+"\ne, s, n := pF, sF, i*8\n"+mulAdd)
	addDual("MulAddIndex2", "and its tangent", "i := uG\nif i >= uD "+failing("rowFault")+"\n"+row("pF", "sF")+
		"j := uE\nif j >= h.len "+failing("factorFault")+"\ne := h.data\nn = j*8\n"+mulAdd)
	addDual("Store64", "and its tangent", nilA+"n := K\n"+store)
	addDual("SetIndex64", "and its tangent", inside+"n := i*8\n"+store)
	addDual("LoadPointer", "and its shadow", nilB+"n, s := K, sB\n"+loadShadow+"pA = *(*unsafe.Pointer)(unsafe.Add(pB, n))\nsA = s")
	addDual("StorePointer", "and its shadow", nilA+
		"*(*unsafe.Pointer)(unsafe.Add(pA, K)) = pB\nif s := sA; s != nil { *(*unsafe.Pointer)(unsafe.Add(s, K*Lanes)) = sB } else if sB != nil "+failing("lostFault"))
	addDual("Address", "and its shadow", nilB+"n := K\n"+move)
	addDual("Element", "and its shadow", inside+"n := i*(uint64(K)>>16&mostSize)\n"+move)
	addDual("Row", "and its shadow",
		inside+row("pB", "sB")+"pA = h.data\nd := uint16(K >> 16)\n*wordAt(w, d), *wordAt(w, d+1) = h.len, h.cap\nsA = s")
	addDual("Frame", "and its shadow", "pA = unsafe.Pointer(wordAt(w, pc.B))\nsA = unsafe.Pointer(tangent(tangents, pc.B))")
	for _, name := range []string{"Clear", "SliceOf", "NewValue", "Make", "Append", "AppendValue", "Copy"} {
		addSlow("Dual"+name, formOf(name)+"; and tangents and shadows", "fault = t.dual"+name+"(pc, w, p)")
	}
}
