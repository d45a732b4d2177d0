package types

import (
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/internal/lists"
)

// length returns the size of the strings in t.
func (t *stringType) length() *integerType {
	switch {
	case t.size != nil:
		return t.size
	case t.value != nil:
		return exactly(utf8.RuneCountInString(*t.value))
	}
	return anySize
}

func (t *stringType) accepts(o Type) bool {
	switch o := o.(type) {
	case *stringType:
		switch {
		case t.size != nil:
			return t.size.covers(o.length())
		case t.value != nil:
			return equalText(t.value, o.value)
		}
		return true
	case *enumType:
		switch {
		case t.size != nil && len(o.values) > 0:
			return t.size.covers(o.lengths())
		case t.size != nil:
			return t.size.covers(anySize)
		case t.value != nil:
			return len(o.values) == 1 && !o.fold // any value: Puppet does not compare them
		}
		return true
	case *patternType:
		return t.size != nil && t.size.covers(anySize) || t.size == nil && t.value == nil
	}
	return false
}

// lengths returns the size of the strings in t.
func (t *enumType) lengths() *integerType {
	least, most := utf8.RuneCountInString(t.values[0]), 0
	for _, v := range t.values {
		n := utf8.RuneCountInString(v)
		least, most = min(least, n), max(most, n)
	}
	return &integerType{from: ranges.Int(int64(least)), to: ranges.Int(int64(most))}
}

func (t *enumType) accepts(o Type) bool {
	switch o := o.(type) {
	case *stringType:
		return len(t.values) == 0 || o.value != nil && t.has(*o.value)
	case *patternType:
		return len(t.values) == 0
	case *enumType:
		if len(t.values) == 0 || eql(t, o) {
			return true
		}
		return len(o.values) > 0 && (!o.fold || t.fold) && lists.All(o.values, t.has)
	}
	return false
}

func (t *patternType) accepts(o Type) bool {
	if len(t.patterns) == 0 {
		switch o.(type) {
		case *stringType, *enumType, *patternType:
			return true
		}
		return false
	}
	switch o := o.(type) {
	case *stringType:
		return o.value != nil && t.matches(*o.value)
	case *enumType:
		return len(o.values) > 0 && lists.All(o.values, t.matches)
	case *patternType:
		return eql(t, o)
	}
	return false
}
