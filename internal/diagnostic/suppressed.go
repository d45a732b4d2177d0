package diagnostic

// Suppressed is a finding that is not reported.
type Suppressed struct {
	Diagnostic
	By Suppressor
	// Reason is the reason given for it; optional.
	Reason string
}

// Suppressor is what suppresses a finding.
type Suppressor uint8

// The suppressors.
const (
	ByComment       Suppressor = iota // a comment in the file
	ByConfiguration                   // an entry in the configuration
	ByBaseline                        // the baseline
)
