package rubyregexp

// required returns the longest literal text that each match of n certainly contains: most patterns have one, most texts
// do not contain it, and looking for it is much faster than matching.
func required(n node) string {
	switch n := n.(type) {
	case *char:
		return requiredOf(n)
	case *sequence:
		return requiredOf(n.items...)
	case *repeat:
		if n.min > 0 {
			return required(n.body)
		}
	case *group:
		if n.kind == capture || n.kind == modified || n.kind == atomic {
			return required(n.body)
		}
	}
	return ""
}

// requiredOf returns the same for nodes that match one after the other.
func requiredOf(items ...node) string {
	longest := ""
	consider := func(text string) {
		if len(text) > len(longest) {
			longest = text
		}
	}
	var run []rune
	for _, item := range items {
		switch n := item.(type) {
		case *char:
			if !n.fold {
				run = append(run, n.r)
				continue
			}
		case *anchor:
			continue // matches no text
		default:
			consider(required(n))
		}
		consider(string(run))
		run = run[:0]
	}
	consider(string(run))
	return longest
}
