package project

// Around is the repository around environments: code in it may look up keys of their data although no environment with this data
// has the code, such as that of several virtual machines that share the data.
type Around struct {
	// Dir is its top directory.
	Dir string
	// Served are the directories of environments that have a hierarchy.
	Served map[string]bool
	// Other are directories whose code does not count: modules of these environments, and environments next to them in
	// `environments`.
	Other map[string]bool
}
