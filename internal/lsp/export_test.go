package lsp

// Checking has f called before each check of a root.
func (o *Options) Checking(f func()) { o.checking = f }

// Shown has f called when findings in edited files were shown, and the check goes on when it returns.
func (o *Options) Shown(f func()) { o.shown = f }
