package lsp

import "context"

// Checking has f called before each check of a root.
func (o *Options) Checking(f func()) { o.checking = f }

// Seen has f called when questions can be answered before a check is done. The check goes on when f returns; an edit cancels the context.
func (o *Options) Seen(f func(context.Context)) { o.seen = f }

// Shown has f called when findings in edited files were shown, and the check goes on when it returns.
func (o *Options) Shown(f func()) { o.shown = f }

// Recalled has f called when a question is answered with what the last check knew, though there were changes since.
func (o *Options) Recalled(f func()) { o.recalled = f }
