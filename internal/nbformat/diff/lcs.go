package diff

// maxTable bounds the table of a longest common subsequence: 100 MB, for notebooks of
// 5000 cells whose order has changed.
const maxTable = 25_000_000

// span is a pair of places: in an old sequence and in a new one.
type span struct{ old, new int }

// common returns the places of a longest common subsequence of sequences of n and m elements, in
// order. For too long sequences it returns their common start and end.
func common(n, m int, equal func(i, j int) bool) []span {
	head := 0
	for head < n && head < m && equal(head, head) {
		head++
	}
	tail := 0
	for tail < n-head && tail < m-head && equal(n-1-tail, m-1-tail) {
		tail++
	}
	var spans []span
	for i := range head {
		spans = append(spans, span{i, i})
	}
	for _, s := range table(n-head-tail, m-head-tail, func(i, j int) bool { return equal(head+i, head+j) }) {
		spans = append(spans, span{head + s.old, head + s.new})
	}
	for i := tail; i > 0; i-- {
		spans = append(spans, span{n - i, m - i})
	}
	return spans
}

// table finds a longest common subsequence by the lengths of those of all tails.
func table(n, m int, equal func(i, j int) bool) []span {
	if n*m == 0 || n > maxTable/m {
		return nil
	}
	length := make([][]int32, n+1)
	for i := range length {
		length[i] = make([]int32, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			length[i][j] = max(length[i+1][j], length[i][j+1])
			if equal(i, j) {
				length[i][j] = max(length[i][j], length[i+1][j+1]+1)
			}
		}
	}
	var spans []span
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case length[i][j] == length[i+1][j]:
			i++
		case length[i][j] == length[i][j+1]:
			j++
		default:
			spans = append(spans, span{i, j})
			i, j = i+1, j+1
		}
	}
	return spans
}
