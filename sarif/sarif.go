// Package sarif holds the part of the SARIF 2.1.0 format (OASIS Standard with errata 01) that
// hieralint writes, with the fingerprints and limits of GitHub code scanning. It is a model to be
// filled in: it knows nothing of rules, of Hiera or of files on disk.
package sarif

// The version of the format and the address of its schema.
const (
	Version = "2.1.0"
	Schema  = "https://json.schemastore.org/sarif-2.1.0.json"
)

// Log is a whole SARIF file.
type Log struct {
	Schema  string `json:"$schema"`
	Version string `json:"version"`
	Runs    []Run  `json:"runs"`
}

// New is a log with one run.
func New(run Run) *Log {
	return &Log{Schema: Schema, Version: Version, Runs: []Run{run}}
}

// Run is what one start of the tool found.
type Run struct {
	Tool                     Tool                        `json:"tool"`
	AutomationDetails        *AutomationDetails          `json:"automationDetails,omitempty"`
	Invocations              []Invocation                `json:"invocations,omitempty"`
	OriginalURIBaseIDs       map[string]ArtifactLocation `json:"originalUriBaseIds,omitempty"`
	VersionControlProvenance []VersionControl            `json:"versionControlProvenance,omitempty"`
	ColumnKind               ColumnKind                  `json:"columnKind"`
	// NewlineSequences are the line breaks by which lines were counted.
	NewlineSequences []string `json:"newlineSequences,omitempty"`
	// RedactionTokens are the texts that stand in snippets in place of secrets.
	RedactionTokens []string `json:"redactionTokens,omitempty"`
	// Results is written even when it is empty, but not when it is nil: an empty list says
	// "looked and found nothing", null says "did not look".
	Results []Result `json:"results"`
}

// ColumnKind is the unit in which columns are counted.
type ColumnKind string

// UTF16CodeUnits is what readers written in .NET or JavaScript take for granted. A character
// outside the Basic Multilingual Plane, such as an emoji, counts as two columns.
const UTF16CodeUnits ColumnKind = "utf16CodeUnits"

// AutomationDetails names a series of runs. GitHub takes all up to the last slash of ID as the
// category; an upload replaces the one before of the same category.
type AutomationDetails struct {
	ID string `json:"id"`
}

// Invocation says how the run went.
type Invocation struct {
	ExecutionSuccessful        bool           `json:"executionSuccessful"`
	ToolExecutionNotifications []Notification `json:"toolExecutionNotifications,omitempty"`
}

// Notification is something that a reader of the results must know about the run itself.
type Notification struct {
	Level   Level   `json:"level"`
	Message Message `json:"message"`
}

// VersionControl is the revision of the repository that was looked at.
type VersionControl struct {
	RepositoryURI string            `json:"repositoryUri"`
	RevisionID    string            `json:"revisionId,omitempty"`
	Branch        string            `json:"branch,omitempty"`
	MappedTo      *ArtifactLocation `json:"mappedTo,omitempty"`
}

// Tool is the program that wrote the log.
type Tool struct {
	Driver Driver `json:"driver"`
}

// Driver describes the program and all that it can report.
type Driver struct {
	Name           string `json:"name"`
	InformationURI string `json:"informationUri,omitempty"`
	Version        string `json:"version,omitempty"`
	// SemanticVersion must follow Semantic Versioning 2.0.
	SemanticVersion string       `json:"semanticVersion,omitempty"`
	Rules           []Descriptor `json:"rules"`
}

// Descriptor describes a rule (a reportingDescriptor in the standard).
type Descriptor struct {
	ID   string `json:"id"`
	Name string `json:"name,omitempty"`

	ShortDescription     *Text           `json:"shortDescription,omitempty"`
	FullDescription      *Text           `json:"fullDescription,omitempty"`
	MessageStrings       map[string]Text `json:"messageStrings,omitempty"`
	DefaultConfiguration *Configuration  `json:"defaultConfiguration,omitempty"`
	HelpURI              string          `json:"helpUri,omitempty"`
	Help                 *Text           `json:"help,omitempty"`
	Properties           *RuleProperties `json:"properties,omitempty"`
}

// Text is a text in one or two forms (a multiformatMessageString in the standard).
type Text struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

// Configuration is how a rule is set when nobody says otherwise.
type Configuration struct {
	Level Level `json:"level"`
}

// RuleProperties are the properties of a rule that GitHub reads.
type RuleProperties struct {
	// Precision is one of very-high, high, medium and low.
	Precision string `json:"precision,omitempty"`
	// ProblemSeverity is one of error, warning and recommendation.
	ProblemSeverity string `json:"problem.severity,omitempty"`
	// SecuritySeverity is a number from 0.1 to 10.0. GitHub takes any rule that has it for a
	// security rule.
	SecuritySeverity string   `json:"security-severity,omitempty"`
	Tags             []string `json:"tags,omitempty"`
}

// Level says how bad a result is.
type Level string

// The levels, worst first. The standard also knows none.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Note    Level = "note"
)

// Result is one finding.
type Result struct {
	RuleID              string            `json:"ruleId"`
	RuleIndex           int               `json:"ruleIndex"`
	Level               Level             `json:"level"`
	Message             Message           `json:"message"`
	Locations           []Location        `json:"locations"`
	OccurrenceCount     int               `json:"occurrenceCount,omitempty"`
	RelatedLocations    []Location        `json:"relatedLocations,omitempty"`
	PartialFingerprints map[string]string `json:"partialFingerprints,omitempty"`
	Fixes               []Fix             `json:"fixes,omitempty"`
	// Suppressions is nil in all results of a run or in none (3.27.23); an empty list is a result that
	// is not suppressed.
	Suppressions *[]Suppression `json:"suppressions,omitempty"`
}

// Suppression says that a result is not to be shown, and why.
type Suppression struct {
	Kind          SuppressionKind `json:"kind"`
	Status        string          `json:"status"`
	Justification string          `json:"justification,omitempty"`
}

// SuppressionKind is where a suppression stands.
type SuppressionKind string

// The kinds.
const (
	InSource SuppressionKind = "inSource"
	External SuppressionKind = "external"
)

// Accepted is the status of a suppression that holds.
const Accepted = "accepted"

// Message is a text for people. Text, where it stands, is complete; ID names one of the rule's
// MessageStrings, into which the Arguments go.
type Message struct {
	Text      string   `json:"text,omitempty"`
	Markdown  string   `json:"markdown,omitempty"`
	ID        string   `json:"id,omitempty"`
	Arguments []string `json:"arguments,omitempty"`
}

// Location is a place in a file. A related location with an ID can be linked to from a message:
// [text](ID). IDs count from 1, since the standard reads -1 as none and a 0 is left out here.
type Location struct {
	ID               int               `json:"id,omitempty"`
	PhysicalLocation PhysicalLocation  `json:"physicalLocation"`
	LogicalLocations []LogicalLocation `json:"logicalLocations,omitempty"`
	Message          *Message          `json:"message,omitempty"`
}

// PhysicalLocation is a region of a file. ContextRegion, if any, holds Region and more.
type PhysicalLocation struct {
	ArtifactLocation ArtifactLocation `json:"artifactLocation"`
	Region           Region           `json:"region"`
	ContextRegion    *Region          `json:"contextRegion,omitempty"`
}

// LogicalLocation names a place by what stands there.
type LogicalLocation struct {
	FullyQualifiedName string `json:"fullyQualifiedName"`
	Kind               string `json:"kind,omitempty"`
}

// ArtifactLocation is the address of a file: a relative URI and the name of what it is relative
// to. As an element of OriginalURIBaseIDs it has a Description alone.
type ArtifactLocation struct {
	URI         string   `json:"uri,omitempty"`
	URIBaseID   string   `json:"uriBaseId,omitempty"`
	Description *Message `json:"description,omitempty"`
}

// Region is a part of a file. Lines and columns count from 1, the end column is exclusive.
type Region struct {
	StartLine   int      `json:"startLine"`
	StartColumn int      `json:"startColumn"`
	EndLine     int      `json:"endLine"`
	EndColumn   int      `json:"endColumn"`
	Snippet     *Content `json:"snippet,omitempty"`
}

// Content is the text of a part of a file.
type Content struct {
	Text string `json:"text"`
}

// Fix is one way to mend a finding.
type Fix struct {
	Description     Message          `json:"description"`
	ArtifactChanges []ArtifactChange `json:"artifactChanges"`
	Properties      *FixProperties   `json:"properties,omitempty"`
}

// FixProperties say what the standard has no word for.
type FixProperties struct {
	// Safe means that the fix keeps what the author plainly meant.
	Safe bool `json:"safe"`
}

// ArtifactChange is what a fix does to one file.
type ArtifactChange struct {
	ArtifactLocation ArtifactLocation `json:"artifactLocation"`
	Replacements     []Replacement    `json:"replacements"`
}

// Replacement puts InsertedContent, if any, in place of DeletedRegion, which may be empty.
type Replacement struct {
	DeletedRegion   Region   `json:"deletedRegion"`
	InsertedContent *Content `json:"insertedContent,omitempty"`
}
