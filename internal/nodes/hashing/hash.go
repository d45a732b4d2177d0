// Package hashing combines numbers and strings to hashes of 64 bits, which are not stored and need not
// resist attacks.
package hashing

// Mix is a step of 64-bit FNV-1a for eight bytes at a time, whose bits are mixed as in splitmix64.
func Mix(h, v uint64) uint64 {
	h = (h ^ v) + 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// Text adds a string to a hash.
func Text(h uint64, text string) uint64 {
	const prime = 1099511628211
	f := uint64(14695981039346656037)
	for i := range len(text) {
		f = (f ^ uint64(text[i])) * prime
	}
	return Mix(h, f)
}
