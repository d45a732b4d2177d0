package diagnostic

// Suppressed is a finding that is not reported.
type Suppressed struct {
	Diagnostic
	By Suppressor
	// Reason is why; may be empty.
	Reason string
}

// Suppressor is what keeps a finding from being reported.
type Suppressor uint8

// The suppressors.
const (
	ByComment       Suppressor = iota // a comment in the file
	ByConfiguration                   // an entry of the configuration
	ByBaseline                        // the baseline has the finding
)
