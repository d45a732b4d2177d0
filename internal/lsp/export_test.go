package lsp

import "context"

// Checking sets a function that is called before each check of a root.
func (o *Options) Checking(f func()) { o.checking = f }

// Seen sets a function that is called when requests can be answered before the check is done. The
// check continues when it returns; an edit cancels the context.
func (o *Options) Seen(f func(context.Context)) { o.seen = f }

// Shown sets a function that is called when the findings in edited files have been shown. The check
// continues when it returns.
func (o *Options) Shown(f func()) { o.shown = f }

// Recalled sets a function that is called when a request is answered from the last check, although
// there were changes since.
func (o *Options) Recalled(f func()) { o.recalled = f }
