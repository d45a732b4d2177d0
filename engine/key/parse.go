package key

// Parse reads a lookup key. The error is a *SyntaxError.
func Parse(text string) (Key, error) {
	return Key{Text: text, Root: text}, nil
}
