package types

// maxVisits is the number at which Visits stops.
const maxVisits = 1 << 30

// Visits returns an upper bound of how often a check by t visits one value: once for each type that applies to it, such
// as those of a Variant and what aliases refer to. Aliases that contain themselves count once, since checks by them are limited.
func Visits(t Type) int {
	switch t := t.(type) {
	case *aliasType:
		return t.countVisits()
	case *variantType, *wrapperType, *initType:
		n := 1
		for _, part := range parts(t) {
			n = min(n+Visits(part), maxVisits)
		}
		return n
	}
	n := 1
	for _, part := range parts(t) {
		n = max(n, Visits(part))
	}
	return n
}

func (t *aliasType) countVisits() int {
	if t.recursive || !t.settled {
		return 1
	}
	n := int(t.visits.Load())
	if n == 0 {
		n = min(1+Visits(t.resolved), maxVisits)
		t.visits.Store(int64(n))
	}
	return n
}
