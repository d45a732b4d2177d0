package data

// refusalCause is what a person should know about a value that Psych refuses.
func refusalCause(n *Node, r *refusal) string {
	return r.message
}
