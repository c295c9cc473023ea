package mcmc_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"krigo/gplib/mcmc"
)

// autoregressive draws chains x_t = rho x_(t-1) + e_t of variance 1.
func autoregressive(chains, n int, rho float64) [][]float64 {
	rng := rand.New(rand.NewPCG(4, 5))
	out := make([][]float64, chains)
	for c := range out {
		x := rng.NormFloat64()
		for range n {
			x = rho*x + math.Sqrt(1-rho*rho)*rng.NormFloat64()
			out[c] = append(out[c], x)
		}
	}
	return out
}

func diagnosed(t *testing.T, f func([][]float64) (float64, error), chains [][]float64) float64 {
	t.Helper()
	v, err := f(chains)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestESSOfAutoregressiveChainsIsTheKnownOne(t *testing.T) {
	const chains, n = 4, 3000
	for _, rho := range []float64{-0.3, 0, 0.5, 0.9} {
		got := diagnosed(t, mcmc.ESSBulk, autoregressive(chains, n, rho))
		if want := chains * n * (1 - rho) / (1 + rho); math.Abs(got/want-1) > 0.15 {
			t.Errorf("rho = %v: ESS %v, want about %v", rho, got, want)
		}
	}
	if got := diagnosed(t, mcmc.ESSTail, autoregressive(chains, n, 0)); math.Abs(got/(chains*n)-1) > 0.15 {
		t.Errorf("tail ESS of independent draws %v, want about %v", got, chains*n)
	}
}

func TestRHatSeesShiftsScalesAndTrends(t *testing.T) {
	good := autoregressive(4, 500, 0)
	if r := diagnosed(t, mcmc.RHat, good); r > 1.01 || r < 0.99 {
		t.Errorf("R-hat of independent draws %v", r)
	}
	change := func(f func(c, i int, v float64) float64) [][]float64 {
		out := autoregressive(4, 500, 0)
		for c, chain := range out {
			for i, v := range chain {
				chain[i] = f(c, i, v)
			}
		}
		return out
	}
	for name, bad := range map[string][][]float64{
		"one chain elsewhere": change(func(c, _ int, v float64) float64 { return v + 2*float64(c/3) }),
		"one chain wider":     change(func(c, _ int, v float64) float64 { return v * math.Pow(4, float64(c/3)) }),
		"a common trend":      change(func(_, i int, v float64) float64 { return v + float64(i)/200 }),
	} {
		if r := diagnosed(t, mcmc.RHat, bad); r < 1.05 {
			t.Errorf("%s: R-hat %v", name, r)
		}
	}
}

// Ranks make R-hat the same for every monotone map of the draws, also one
// without moments.
func TestRHatAndBulkESSAreThoseOfTheRanks(t *testing.T) {
	chains := autoregressive(3, 400, 0.5)
	bulk := diagnosed(t, mcmc.ESSBulk, chains)
	for _, chain := range chains {
		for i, v := range chain {
			chain[i] = math.Exp(10 * v)
		}
	}
	if again := diagnosed(t, mcmc.ESSBulk, chains); math.Abs(again-bulk) > 1e-9*bulk {
		t.Errorf("bulk ESS %v of the draws, %v of their exponentials", bulk, again)
	}
}

func TestDiagnosticsNameWhatTheyCannotJudge(t *testing.T) {
	for name, chains := range map[string][][]float64{
		"none": nil, "short": {{1, 2, 3}}, "lengths": {{1, 2, 3, 4}, {1, 2, 3, 4, 5}},
		"NaN": {{1, 2, math.NaN(), 4}}, "constant": {{3, 3, 3, 3}, {3, 3, 3, 3}},
	} {
		for _, f := range []func([][]float64) (float64, error){mcmc.RHat, mcmc.ESSBulk, mcmc.ESSTail} {
			if v, err := f(chains); err == nil {
				t.Errorf("%s: %v and no error", name, v)
			}
		}
	}
}

// congruential draws chains x_t = rho x_(t-1) + e_t, e_t a sum of twelve uniform numbers
// less 6, of a linear congruential generator that any language can repeat.
func congruential(rho float64, seed int64, n, chains int) [][]float64 {
	out := make([][]float64, chains)
	for c := range out {
		x := 0.0
		for range n {
			e := -6.0
			for range 12 {
				seed = (1103515245*seed + 12345) % (1 << 31)
				e += float64(seed) / (1 << 31)
			}
			x = rho*x + e
			out[c] = append(out[c], x)
		}
	}
	return out
}

// TestDiagnosticsAreThoseOfArviz 0.23.4: az.ess(method="bulk"), az.ess(method="tail",
// prob=(0.05, 0.95)) and az.rhat of these chains.
func TestDiagnosticsAreThoseOfArviz(t *testing.T) {
	for _, c := range []struct {
		rho              float64
		seed             int64
		n, chains        int
		bulk, tail, rHat float64
	}{
		{0.9, 1, 250, 4, 72.53536360967679, 152.59209095961663, 1.043229084822226},
		{-0.6, 2, 250, 4, 3000, 853.7095258507395, 1.0028827394824955},
		{0.3, 3, 100, 2, 126.40530291340677, 120.56090904065192, 1.0024494718163115},
		{0.99, 4, 40, 2, 4.205809495524023, 15.51970594241373, 1.5414064250191721},
		{0, 6, 12, 3, 30.498487862152302, 17.60869565217391, 1.005497725590853},
		{0.95, 7, 9, 2, 19.265919722494797, 19.265919722494797, 1.6772423103580072},
	} {
		x := congruential(c.rho, c.seed, c.n, c.chains)
		for name, of := range map[string]struct {
			f    func([][]float64) (float64, error)
			want float64
		}{"ESSBulk": {mcmc.ESSBulk, c.bulk}, "ESSTail": {mcmc.ESSTail, c.tail}, "RHat": {mcmc.RHat, c.rHat}} {
			// Quantiles of the normal distribution have some ten digits.
			if got := diagnosed(t, of.f, x); math.Abs(got/of.want-1) > 1e-8 {
				t.Errorf("rho = %v, seed %d: %s is %v, want %v", c.rho, c.seed, name, got, of.want)
			}
		}
	}
}
