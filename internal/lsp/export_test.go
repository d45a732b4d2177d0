package lsp

// Checking has f called before each check of a root.
func (o *Options) Checking(f func()) { o.checking = f }
