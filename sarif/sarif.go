// Package sarif defines the part of the SARIF 2.1.0 format (OASIS Standard with errata 01) that hieralint writes, and
// the fingerprints and limits of GitHub code scanning. It is independent of rules, Hiera, and files on disk.
package sarif

// The version of the format and the URL of its schema.
const (
	Version = "2.1.0"
	Schema  = "https://json.schemastore.org/sarif-2.1.0.json"
)

// Log is a SARIF log file.
type Log struct {
	Schema  string `json:"$schema"`
	Version string `json:"version"`
	Runs    []Run  `json:"runs"`
}

// New returns a log with one run.
func New(run Run) *Log {
	return &Log{Schema: Schema, Version: Version, Runs: []Run{run}}
}

// Run is a single run of the tool.
type Run struct {
	Tool                     Tool                        `json:"tool"`
	AutomationDetails        *AutomationDetails          `json:"automationDetails,omitempty"`
	Invocations              []Invocation                `json:"invocations,omitempty"`
	OriginalURIBaseIDs       map[string]ArtifactLocation `json:"originalUriBaseIds,omitempty"`
	VersionControlProvenance []VersionControl            `json:"versionControlProvenance,omitempty"`
	ColumnKind               ColumnKind                  `json:"columnKind"`
	// NewlineSequences are the line breaks used for counting lines.
	NewlineSequences []string `json:"newlineSequences,omitempty"`
	// RedactionTokens are the strings that replace secrets in snippets.
	RedactionTokens []string `json:"redactionTokens,omitempty"`
	// Results is written even if it is empty, but not if it is nil: an empty array means that nothing was found, and
	// null that nothing was checked.
	Results []Result `json:"results"`
}

// ColumnKind is the unit of columns.
type ColumnKind string

// UTF16CodeUnits is the default of readers written in .NET or JavaScript. A character outside the Basic Multilingual
// Plane, such as an emoji, counts as two columns.
const UTF16CodeUnits ColumnKind = "utf16CodeUnits"

// AutomationDetails identifies a series of runs. GitHub uses the part of ID up to the last slash as the category, and
// an upload replaces the previous one of the same category.
type AutomationDetails struct {
	ID string `json:"id"`
}

// Invocation describes how the tool was run.
type Invocation struct {
	ExecutionSuccessful        bool           `json:"executionSuccessful"`
	ToolExecutionNotifications []Notification `json:"toolExecutionNotifications,omitempty"`
}

// Notification is a message about the run itself.
type Notification struct {
	Level   Level   `json:"level"`
	Message Message `json:"message"`
}

// VersionControl is the revision of the repository that was analyzed.
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

// Driver describes the program and its rules.
type Driver struct {
	Name           string `json:"name"`
	InformationURI string `json:"informationUri,omitempty"`
	Version        string `json:"version,omitempty"`
	// SemanticVersion must be a version according to Semantic Versioning 2.0.
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

// Text is a message in one or two formats (a multiformatMessageString in the standard).
type Text struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

// Configuration is the default configuration of a rule.
type Configuration struct {
	Level Level `json:"level"`
}

// RuleProperties are the properties of a rule that GitHub reads.
type RuleProperties struct {
	// Precision is very-high, high, medium, or low.
	Precision string `json:"precision,omitempty"`
	// ProblemSeverity is error, warning, or recommendation.
	ProblemSeverity string `json:"problem.severity,omitempty"`
	// SecuritySeverity is a number from 0.1 to 10.0. GitHub considers any rule that has it a security rule.
	SecuritySeverity string   `json:"security-severity,omitempty"`
	Tags             []string `json:"tags,omitempty"`
}

// Level is the severity of a result.
type Level string

// The levels, most severe first. The standard also defines none.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Note    Level = "note"
)

// Result is a finding.
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
	// Suppressions is nil in all results of a run or in none (3.27.23). In an empty list, the result is not suppressed.
	Suppressions *[]Suppression `json:"suppressions,omitempty"`
}

// Suppression means that a result should not be shown, with the reason.
type Suppression struct {
	Kind          SuppressionKind `json:"kind"`
	Status        string          `json:"status"`
	Justification string          `json:"justification,omitempty"`
}

// SuppressionKind is where a suppression is defined.
type SuppressionKind string

// The kinds of suppressions.
const (
	InSource SuppressionKind = "inSource"
	External SuppressionKind = "external"
)

// Accepted is the status of a suppression in effect.
const Accepted = "accepted"

// Message is a message for people. Text, if set, is the complete message. ID is the key of one of the rule's
// MessageStrings, whose placeholders the Arguments replace.
type Message struct {
	Text      string   `json:"text,omitempty"`
	Markdown  string   `json:"markdown,omitempty"`
	ID        string   `json:"id,omitempty"`
	Arguments []string `json:"arguments,omitempty"`
}

// Location is a place in a file. Messages can link to a related location with an ID: [text](ID). IDs start at 1, since
// zero values are omitted.
type Location struct {
	ID               int               `json:"id,omitempty"`
	PhysicalLocation PhysicalLocation  `json:"physicalLocation"`
	LogicalLocations []LogicalLocation `json:"logicalLocations,omitempty"`
	Message          *Message          `json:"message,omitempty"`
}

// PhysicalLocation is a region of a file. ContextRegion, if set, includes Region.
type PhysicalLocation struct {
	ArtifactLocation ArtifactLocation `json:"artifactLocation"`
	Region           Region           `json:"region"`
	ContextRegion    *Region          `json:"contextRegion,omitempty"`
}

// LogicalLocation identifies a place by its content, such as a key.
type LogicalLocation struct {
	FullyQualifiedName string `json:"fullyQualifiedName"`
	Kind               string `json:"kind,omitempty"`
}

// ArtifactLocation is the location of a file: a URI and the name of the base that it is relative to. In
// OriginalURIBaseIDs, it only has a Description.
type ArtifactLocation struct {
	URI         string   `json:"uri,omitempty"`
	URIBaseID   string   `json:"uriBaseId,omitempty"`
	Description *Message `json:"description,omitempty"`
}

// Region is a part of a file. Lines and columns are one-based, and the end column is exclusive.
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

// Fix is a fix for a finding.
type Fix struct {
	Description     Message          `json:"description"`
	ArtifactChanges []ArtifactChange `json:"artifactChanges"`
	Properties      *FixProperties   `json:"properties,omitempty"`
}

// FixProperties are properties of a fix that the standard does not define.
type FixProperties struct {
	// Safe means that the fix preserves what the author clearly intended.
	Safe bool `json:"safe"`
}

// ArtifactChange is the part of a fix that changes one file.
type ArtifactChange struct {
	ArtifactLocation ArtifactLocation `json:"artifactLocation"`
	Replacements     []Replacement    `json:"replacements"`
}

// Replacement replaces DeletedRegion, which may be empty, by InsertedContent, if any.
type Replacement struct {
	DeletedRegion   Region   `json:"deletedRegion"`
	InsertedContent *Content `json:"insertedContent,omitempty"`
}
