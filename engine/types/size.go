package types

import "github.com/hieralint/hieralint/engine/internal/ranges"

// covers reports whether o is inside t.
func (t *integerType) covers(o *integerType) bool {
	return t.from.LessEq(o.from) && o.to.LessEq(t.to)
}

// anySize is the size of a collection without limits.
var anySize = &integerType{from: ranges.Int(0), to: ranges.PosInf}

func sizeOrAny(size *integerType) *integerType {
	if size == nil {
		return anySize
	}
	return size
}

func exactly(n int) *integerType {
	return &integerType{from: ranges.Int(int64(n)), to: ranges.Int(int64(n))}
}

func isZero(size *integerType) bool {
	return size != nil && size.from == ranges.Int(0) && size.to == ranges.Int(0)
}

// sizeOf returns the size of the values of a collection type; nil for other types.
func sizeOf(t Type) *integerType {
	switch t := t.(type) {
	case *collectionType:
		return sizeOrAny(t.size)
	case *arrayType:
		return sizeOrAny(t.size)
	case *hashType:
		return sizeOrAny(t.size)
	case *tupleType:
		if t.size != nil {
			return t.size
		}
		return exactly(len(t.types))
	case *structType:
		return exactly(len(t.elements))
	}
	return nil
}
