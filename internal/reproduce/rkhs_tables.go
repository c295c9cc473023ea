package reproduce

import (
	"fmt"
	"strings"
)

// published are one set's figures at one batch size: NLML per row and RMSE of
// MINIMAX, SCGD, SVGP and BSGD, means and standard deviations over splits.
type published struct {
	batch int
	set   string
	nlml  map[string][2]float64
	rmse  map[string][2]float64
}

var publishedMethods = []string{"MINIMAX", "SCGD", "SVGP", "BSGD"}

// linearTables are tables 2 and 4 of Shoham and Avron, and gaussianTables 3
// and 5: batch size, set, and 1000 times mean(sd) of NLML and RMSE.
const linearTables = `
32 bike -1482(249) -1454(264) -895(296) -1167(701) 99(11) 95(7) 93(55) 82(73)
32 elevators -1588(287) -1530(195) -150(436) -1125(17) 111(8) 158(114) 217(71) 90(3)
32 keggdirected -745(76) -740(93) -151(1057) -688(18) 120(11) 123(15) 376(557) 122(9)
32 keggundirected -737(4) -739(11) -655(7) -716(25) 120(6) 121(8) 119(3) 119(3)
32 kin40k -1713(63) -1760(90) 792(881) -684(28) 61(12) 56(11) 651(310) 126(10)
32 pol 2128(97) 2016(126) 1643(108) 2689(175) 2280(130) 2328(123) 2593(174) 3402(152)
32 protein 392(60) 393(53) 848(218) 640(16) 426(24) 428(23) 550(79) 483(6)
64 bike -1378(275) -1366(259) -644(297) -1282(617) 112(12) 108(12) 127(54) 78(64)
64 elevators -1523(276) -1427(173) -152(440) -1139(19) 111(13) 114(23) 216(71) 94(10)
64 keggdirected -780(59) -748(105) -126(1042) -726(20) 118(8) 120(11) 377(557) 119(9)
64 keggundirected -747(4) -747(5) -670(5) -710(15) 119(6) 121(8) 121(8) 123(6)
64 kin40k -1654(45) -1682(110) 298(970) -952(59) 65(15) 60(10) 443(338) 97(9)
64 pol 2206(299) 2171(250) 1610(128) 2413(69) 2449(160) 2263(151) 2415(115) 3067(145)
64 protein 325(13) 381(60) 659(104) 618(21) 430(7) 426(21) 494(46) 473(3)
128 bike -1340(39) -1358(29) -832(231) -1311(126) 125(5) 123(11) 111(24) 56(4)
128 elevators -1678(18) -1399(22) 44(3) -1173(5) 110(4) 101(2) 250(7) 91(3)
128 keggdirected -805(42) -778(91) -189(1078) -763(9) 116(8) 118(11) 370(561) 123(18)
128 keggundirected -725(22) -750(7) -679(7) -735(13) 124(8) 121(7) 118(6) 119(7)
128 kin40k -1590(24) -1618(30) 3(536) -1224(38) 73(2) 71(3) 283(193) 78(3)
128 pol 2215(156) 2150(140) 1583(14) 2223(37) 2469(174) 2413(234) 2537(94) 2642(110)
128 protein 289(8) 327(10) 709(69) 576(3) 435(9) 436(9) 513(23) 461(6)
`

const gaussianTables = `
32 bike -929(23) -968(65) -1098(30) 83(55) 93(10) 95(12) 47(10) 235(24)
32 elevators -1042(23) -1111(16) -926(7) -1092(11) 100(4) 98(4) 88(3) 89(2)
32 keggdirected -764(7) -767(7) -661(7) -650(12) 118(8) 118(7) 121(7) 125(8)
32 keggundirected -735(0) -737(0) -656(0) -714(0) 130(0) 128(0) 115(0) 116(0)
32 kin40k -1585(18) -1571(17) -796(31) -695(21) 39(2) 39(1) 96(5) 124(3)
32 pol 2115(27) 2112(29) 1807(23) 2521(192) 2210(133) 2209(80) 2552(117) 3338(151)
32 protein 479(8) 479(4) 595(6) 674(9) 387(8) 389(10) 461(9) 493(7)
64 bike -912(35) -946(49) -1153(11) -114(60) 101(8) 106(14) 35(1) 209(9)
64 elevators -988(13) -1056(18) -932(4) -1111(7) 89(3) 98(7) 88(3) 88(3)
64 keggdirected -762(6) -771(9) -672(5) -694(8) 118(8) 117(8) 119(6) 122(7)
64 keggundirected -739(0) -743(0) -666(0) -691(0) 128(0) 127(0) 113(0) 117(0)
64 kin40k -1547(22) -1539(39) -864(26) -947(40) 41(1) 41(2) 88(5) 96(3)
64 pol 2433(81) 2399(59) 1754(23) 2237(30) 2348(77) 2353(88) 2512(81) 3020(71)
64 protein 479(7) 474(7) 585(11) 644(11) 388(8) 389(5) 456(5) 481(4)
`

// lookUp finds the figures of a set at a batch size, or nil.
func lookUp(tables, set string, batch int) (*published, error) {
	for line := range strings.Lines(strings.TrimSpace(tables)) {
		p, err := parsePublished(line)
		if err != nil {
			return nil, err
		}
		if p.set == set && p.batch == batch {
			return p, nil
		}
	}
	return nil, nil
}

func parsePublished(line string) (*published, error) {
	fields := strings.Fields(line)
	if len(fields) != 2+2*len(publishedMethods) {
		return nil, fmt.Errorf("a table's line has %d fields", len(fields))
	}
	p := &published{set: fields[1], nlml: map[string][2]float64{}, rmse: map[string][2]float64{}}
	if _, err := fmt.Sscan(fields[0], &p.batch); err != nil {
		return nil, fmt.Errorf("batch size %q: %w", fields[0], err)
	}
	for i, text := range fields[2:] {
		var mean, sd float64
		if _, err := fmt.Sscanf(text, "%f(%f)", &mean, &sd); err != nil {
			return nil, fmt.Errorf("%q: %w", text, err)
		}
		to, method := p.nlml, publishedMethods[i%len(publishedMethods)]
		if i >= len(publishedMethods) {
			to = p.rmse
		}
		to[method] = [2]float64{mean / 1000, sd / 1000}
	}
	return p, nil
}
