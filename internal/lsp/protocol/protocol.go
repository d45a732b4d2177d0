// Package protocol is the part of the Language Server Protocol 3.17 that hieralint speaks, as Go types with the names of the
// specification. What is optional there and never sent is left out.
package protocol

import "encoding/json"

// The codes of errors beside those of JSON-RPC.
const (
	CodeServerNotInitialized = -32002
	CodeContentModified      = -32801
	CodeRequestCancelled     = -32800
	CodeRequestFailed        = -32803
)

// DocumentURI names a document.
type DocumentURI string

// Position is a place in a document: both count from 0, Character in units of the encoding that was agreed on.
type Position struct {
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

// Range is a part of a document; End is exclusive.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Location is a Range of a document.
type Location struct {
	URI   DocumentURI `json:"uri"`
	Range Range       `json:"range"`
}

// LocationLink is a Location with the part of the document that leads there.
type LocationLink struct {
	OriginSelectionRange *Range      `json:"originSelectionRange,omitempty"`
	TargetURI            DocumentURI `json:"targetUri"`
	TargetRange          Range       `json:"targetRange"`
	TargetSelectionRange Range       `json:"targetSelectionRange"`
}

// TextEdit replaces a Range.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
	// AnnotationID is the ChangeAnnotation of an annotated edit.
	AnnotationID string `json:"annotationId,omitempty"`
}

// VersionedTextDocumentIdentifier names a document in a version; nil is that on disk.
type VersionedTextDocumentIdentifier struct {
	URI     DocumentURI `json:"uri"`
	Version *int32      `json:"version"`
}

// TextDocumentEdit are edits of one document.
type TextDocumentEdit struct {
	TextDocument VersionedTextDocumentIdentifier `json:"textDocument"`
	Edits        []TextEdit                      `json:"edits"`
}

// ChangeAnnotation describes edits of a preview.
type ChangeAnnotation struct {
	Label             string `json:"label"`
	Description       string `json:"description,omitempty"`
	NeedsConfirmation bool   `json:"needsConfirmation,omitempty"`
}

// WorkspaceEdit are edits of documents: DocumentChanges, or Changes for clients that know no versions.
type WorkspaceEdit struct {
	Changes           map[DocumentURI][]TextEdit  `json:"changes,omitempty"`
	DocumentChanges   []TextDocumentEdit          `json:"documentChanges,omitempty"`
	ChangeAnnotations map[string]ChangeAnnotation `json:"changeAnnotations,omitempty"`
}

// MarkupContent is Markdown or plain text.
type MarkupContent struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// The kinds of MarkupContent.
const (
	Markdown  = "markdown"
	PlainText = "plaintext"
)

// InitializeParams are those of initialize.
type InitializeParams struct {
	ProcessID             *int              `json:"processId"`
	RootPath              string            `json:"rootPath"`
	RootURI               DocumentURI       `json:"rootUri"`
	WorkspaceFolders      []WorkspaceFolder `json:"workspaceFolders"`
	Capabilities          ClientCapabilities
	InitializationOptions json.RawMessage `json:"initializationOptions"`
}

// WorkspaceFolder is a root of a workspace.
type WorkspaceFolder struct {
	URI  DocumentURI `json:"uri"`
	Name string      `json:"name"`
}

// ClientCapabilities are those that the server makes use of.
type ClientCapabilities struct {
	General struct {
		PositionEncodings []string `json:"positionEncodings"`
	} `json:"general"`
	Window struct {
		WorkDoneProgress bool `json:"workDoneProgress"`
		ShowDocument     struct {
			Support bool `json:"support"`
		} `json:"showDocument"`
	} `json:"window"`
	Workspace struct {
		ApplyEdit              bool                `json:"applyEdit"`
		Configuration          bool                `json:"configuration"`
		DidChangeWatchedFiles  DynamicRegistration `json:"didChangeWatchedFiles"`
		DidChangeConfiguration DynamicRegistration `json:"didChangeConfiguration"`
		Diagnostics            RefreshSupport      `json:"diagnostics"`
		CodeLens               RefreshSupport      `json:"codeLens"`
		InlayHint              RefreshSupport      `json:"inlayHint"`
		WorkspaceEdit          struct {
			DocumentChanges         bool      `json:"documentChanges"`
			ChangeAnnotationSupport *struct{} `json:"changeAnnotationSupport"`
		} `json:"workspaceEdit"`
	} `json:"workspace"`
	TextDocument struct {
		Diagnostic *struct{}   `json:"diagnostic"`
		Definition LinkSupport `json:"definition"`
		CodeAction struct {
			CodeActionLiteralSupport *struct{} `json:"codeActionLiteralSupport"`
			ResolveSupport           struct {
				Properties []string `json:"properties"`
			} `json:"resolveSupport"`
		} `json:"codeAction"`
		Completion struct {
			CompletionItem struct {
				SnippetSupport bool `json:"snippetSupport"`
			} `json:"completionItem"`
		} `json:"completion"`
		DocumentSymbol struct {
			HierarchicalDocumentSymbolSupport bool `json:"hierarchicalDocumentSymbolSupport"`
		} `json:"documentSymbol"`
		Hover struct {
			ContentFormat []string `json:"contentFormat"`
		} `json:"hover"`
	} `json:"textDocument"`
}

// DynamicRegistration says whether a capability may be registered later.
type DynamicRegistration struct {
	DynamicRegistration bool `json:"dynamicRegistration"`
}

// RefreshSupport says whether the server may ask the client to ask again.
type RefreshSupport struct {
	RefreshSupport bool `json:"refreshSupport"`
}

// LinkSupport says whether the client takes LocationLinks.
type LinkSupport struct {
	LinkSupport bool `json:"linkSupport"`
}

// InitializeResult is the answer to initialize.
type InitializeResult struct {
	Capabilities ServerCapabilities `json:"capabilities"`
	ServerInfo   ServerInfo         `json:"serverInfo"`
}

// ServerInfo names the server.
type ServerInfo struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

// ServerCapabilities are what the server offers.
type ServerCapabilities struct {
	PositionEncoding        string                      `json:"positionEncoding"`
	TextDocumentSync        TextDocumentSyncOptions     `json:"textDocumentSync"`
	Workspace               WorkspaceServerCapabilities `json:"workspace"`
	DiagnosticProvider      *DiagnosticOptions          `json:"diagnosticProvider,omitempty"`
	CodeActionProvider      *CodeActionOptions          `json:"codeActionProvider,omitempty"`
	ExecuteCommandProvider  *ExecuteCommandOptions      `json:"executeCommandProvider,omitempty"`
	HoverProvider           bool                        `json:"hoverProvider,omitempty"`
	DefinitionProvider      bool                        `json:"definitionProvider,omitempty"`
	ReferencesProvider      bool                        `json:"referencesProvider,omitempty"`
	ImplementationProvider  bool                        `json:"implementationProvider,omitempty"`
	CompletionProvider      *CompletionOptions          `json:"completionProvider,omitempty"`
	DocumentSymbolProvider  bool                        `json:"documentSymbolProvider,omitempty"`
	WorkspaceSymbolProvider bool                        `json:"workspaceSymbolProvider,omitempty"`
	RenameProvider          *RenameOptions              `json:"renameProvider,omitempty"`
	CodeLensProvider        *CodeLensOptions            `json:"codeLensProvider,omitempty"`
	InlayHintProvider       bool                        `json:"inlayHintProvider,omitempty"`
	FoldingRangeProvider    bool                        `json:"foldingRangeProvider,omitempty"`
	SignatureHelpProvider   *SignatureHelpOptions       `json:"signatureHelpProvider,omitempty"`
}

// TextDocumentSyncOptions say which changes of documents the server wants to know.
type TextDocumentSyncOptions struct {
	OpenClose bool `json:"openClose"`
	Change    int  `json:"change"`
	Save      bool `json:"save"`
}

// SyncIncremental is the TextDocumentSyncOptions.Change of a server that takes parts of documents.
const SyncIncremental = 2

// WorkspaceServerCapabilities are what the server offers for workspaces.
type WorkspaceServerCapabilities struct {
	WorkspaceFolders WorkspaceFoldersOptions `json:"workspaceFolders"`
}

// WorkspaceFoldersOptions say that there may be several roots.
type WorkspaceFoldersOptions struct {
	Supported           bool `json:"supported"`
	ChangeNotifications bool `json:"changeNotifications"`
}

// DiagnosticOptions say how diagnostics are pulled.
type DiagnosticOptions struct {
	Identifier            string `json:"identifier"`
	InterFileDependencies bool   `json:"interFileDependencies"`
	WorkspaceDiagnostics  bool   `json:"workspaceDiagnostics"`
}

// CodeActionOptions say which code actions there are.
type CodeActionOptions struct {
	CodeActionKinds []string `json:"codeActionKinds"`
	ResolveProvider bool     `json:"resolveProvider"`
}

// ExecuteCommandOptions name the commands.
type ExecuteCommandOptions struct {
	Commands []string `json:"commands"`
}

// CompletionOptions say when completion is asked for.
type CompletionOptions struct {
	TriggerCharacters []string `json:"triggerCharacters"`
}

// RenameOptions say that the server checks what is renamed first.
type RenameOptions struct {
	PrepareProvider bool `json:"prepareProvider"`
}

// SignatureHelpOptions say when signatures are asked for.
type SignatureHelpOptions struct {
	TriggerCharacters []string `json:"triggerCharacters"`
}

// TextDocumentIdentifier names a document.
type TextDocumentIdentifier struct {
	URI DocumentURI `json:"uri"`
}

// TextDocumentPositionParams are those of requests about a place.
type TextDocumentPositionParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Position     Position               `json:"position"`
}

// DocumentParams are those of requests about a document.
type DocumentParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
}

// DidOpenParams are those of textDocument/didOpen.
type DidOpenParams struct {
	TextDocument struct {
		URI     DocumentURI `json:"uri"`
		Version int32       `json:"version"`
		Text    string      `json:"text"`
	} `json:"textDocument"`
}

// DidChangeParams are those of textDocument/didChange.
type DidChangeParams struct {
	TextDocument struct {
		URI     DocumentURI `json:"uri"`
		Version int32       `json:"version"`
	} `json:"textDocument"`
	ContentChanges []ContentChange `json:"contentChanges"`
}

// ContentChange is a new text of a Range, or without one of the whole document.
type ContentChange struct {
	Range *Range `json:"range"`
	Text  string `json:"text"`
}

// DidChangeWatchedFilesParams are those of workspace/didChangeWatchedFiles.
type DidChangeWatchedFilesParams struct {
	Changes []FileEvent `json:"changes"`
}

// FileEvent is a file that was created, changed or deleted.
type FileEvent struct {
	URI DocumentURI `json:"uri"`
}

// DidChangeWorkspaceFoldersParams are those of workspace/didChangeWorkspaceFolders.
type DidChangeWorkspaceFoldersParams struct {
	Event struct {
		Added   []WorkspaceFolder `json:"added"`
		Removed []WorkspaceFolder `json:"removed"`
	} `json:"event"`
}

// DidChangeConfigurationParams are those of workspace/didChangeConfiguration.
type DidChangeConfigurationParams struct {
	Settings json.RawMessage `json:"settings"`
}

// ConfigurationParams are those of workspace/configuration.
type ConfigurationParams struct {
	Items []ConfigurationItem `json:"items"`
}

// ConfigurationItem is a section of the client's settings.
type ConfigurationItem struct {
	Section string `json:"section"`
}

// RegistrationParams are those of client/registerCapability.
type RegistrationParams struct {
	Registrations []Registration `json:"registrations"`
}

// Registration is a capability that is registered.
type Registration struct {
	ID              string `json:"id"`
	Method          string `json:"method"`
	RegisterOptions any    `json:"registerOptions,omitempty"`
}

// DidChangeWatchedFilesRegistrationOptions are the files to watch.
type DidChangeWatchedFilesRegistrationOptions struct {
	Watchers []FileSystemWatcher `json:"watchers"`
}

// FileSystemWatcher is a pattern of files to watch.
type FileSystemWatcher struct {
	GlobPattern string `json:"globPattern"`
}

// CancelParams are those of $/cancelRequest.
type CancelParams struct {
	ID json.RawMessage `json:"id"`
}

// The severities of diagnostics.
const (
	SeverityError       = 1
	SeverityWarning     = 2
	SeverityInformation = 3
)

// The tags of diagnostics.
const (
	TagUnnecessary = 1
	TagDeprecated  = 2
)

// Diagnostic is a finding.
type Diagnostic struct {
	Range              Range                          `json:"range"`
	Severity           int                            `json:"severity"`
	Code               string                         `json:"code"`
	CodeDescription    *CodeDescription               `json:"codeDescription,omitempty"`
	Source             string                         `json:"source"`
	Message            string                         `json:"message"`
	Tags               []int                          `json:"tags,omitempty"`
	RelatedInformation []DiagnosticRelatedInformation `json:"relatedInformation,omitempty"`
}

// CodeDescription is the page about a code.
type CodeDescription struct {
	Href string `json:"href"`
}

// DiagnosticRelatedInformation is another place that belongs to a finding.
type DiagnosticRelatedInformation struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

// PublishDiagnosticsParams are those of textDocument/publishDiagnostics.
type PublishDiagnosticsParams struct {
	URI         DocumentURI  `json:"uri"`
	Version     *int32       `json:"version,omitempty"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// DocumentDiagnosticParams are those of textDocument/diagnostic.
type DocumentDiagnosticParams struct {
	TextDocument     TextDocumentIdentifier `json:"textDocument"`
	PreviousResultID string                 `json:"previousResultId"`
}

// The kinds of DocumentDiagnosticReport.
const (
	ReportFull      = "full"
	ReportUnchanged = "unchanged"
)

// DocumentDiagnosticReport are the findings in a document, or that they are as before.
type DocumentDiagnosticReport struct {
	Kind     string        `json:"kind"`
	ResultID string        `json:"resultId"`
	Items    *[]Diagnostic `json:"items,omitempty"`
}

// WorkspaceDiagnosticParams are those of workspace/diagnostic.
type WorkspaceDiagnosticParams struct {
	PreviousResultIDs []PreviousResultID `json:"previousResultIds"`
}

// PreviousResultID is what the client knows of a document.
type PreviousResultID struct {
	URI   DocumentURI `json:"uri"`
	Value string      `json:"value"`
}

// WorkspaceDiagnosticReport are the documents with other findings.
type WorkspaceDiagnosticReport struct {
	Items []WorkspaceDocumentDiagnosticReport `json:"items"`
}

// WorkspaceDocumentDiagnosticReport is a DocumentDiagnosticReport of one of the documents.
type WorkspaceDocumentDiagnosticReport struct {
	DocumentDiagnosticReport
	URI     DocumentURI `json:"uri"`
	Version *int32      `json:"version"`
}

// CodeActionParams are those of textDocument/codeAction.
type CodeActionParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Range        Range                  `json:"range"`
	Context      struct {
		Diagnostics []Diagnostic `json:"diagnostics"`
		Only        []string     `json:"only"`
	} `json:"context"`
}

// The kinds of code actions.
const (
	KindQuickFix = "quickfix"
	KindFixAll   = "source.fixAll"
	KindRewrite  = "refactor.rewrite"
)

// SignatureHelp are the forms of what is being written.
type SignatureHelp struct {
	Signatures      []SignatureInformation `json:"signatures"`
	ActiveSignature int                    `json:"activeSignature"`
	ActiveParameter *int                   `json:"activeParameter,omitempty"`
}

// SignatureInformation is a form.
type SignatureInformation struct {
	Label         string                 `json:"label"`
	Documentation *MarkupContent         `json:"documentation,omitempty"`
	Parameters    []ParameterInformation `json:"parameters,omitempty"`
}

// ParameterInformation is a part of a form; Label is a part of its label.
type ParameterInformation struct {
	Label         string         `json:"label"`
	Documentation *MarkupContent `json:"documentation,omitempty"`
}

// CodeAction is a change that is offered.
type CodeAction struct {
	Title       string         `json:"title"`
	Kind        string         `json:"kind"`
	Diagnostics []Diagnostic   `json:"diagnostics,omitempty"`
	IsPreferred bool           `json:"isPreferred,omitempty"`
	Edit        *WorkspaceEdit `json:"edit,omitempty"`
	Command     *Command       `json:"command,omitempty"`
	Data        any            `json:"data,omitempty"`
}

// Command is one of the commands of the server.
type Command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments,omitempty"`
}

// ExecuteCommandParams are those of workspace/executeCommand.
type ExecuteCommandParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`
}

// ApplyWorkspaceEditParams are those of workspace/applyEdit.
type ApplyWorkspaceEditParams struct {
	Label string        `json:"label,omitempty"`
	Edit  WorkspaceEdit `json:"edit"`
}

// The types of messages.
const (
	MessageError   = 1
	MessageWarning = 2
	MessageInfo    = 3
	MessageLog     = 4
)

// ShowMessageParams are those of window/showMessage and window/logMessage.
type ShowMessageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

// ShowDocumentParams are those of window/showDocument.
type ShowDocumentParams struct {
	URI       DocumentURI `json:"uri"`
	TakeFocus bool        `json:"takeFocus"`
}

// WorkDoneProgressCreateParams are those of window/workDoneProgress/create.
type WorkDoneProgressCreateParams struct {
	Token string `json:"token"`
}

// ProgressParams are those of $/progress.
type ProgressParams struct {
	Token string           `json:"token"`
	Value WorkDoneProgress `json:"value"`
}

// WorkDoneProgress begins, goes on with or ends a progress.
type WorkDoneProgress struct {
	Kind       string `json:"kind"`
	Title      string `json:"title,omitempty"`
	Message    string `json:"message,omitempty"`
	Percentage *int   `json:"percentage,omitempty"`
}

// ReferenceParams are those of textDocument/references.
type ReferenceParams struct {
	TextDocumentPositionParams
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

// Hover is what is shown about a place.
type Hover struct {
	Contents MarkupContent `json:"contents"`
	Range    *Range        `json:"range,omitempty"`
}

// The kinds of CompletionItem.
const (
	ItemFunction   = 3
	ItemVariable   = 6
	ItemClass      = 7
	ItemProperty   = 10
	ItemKeyword    = 14
	ItemEnumMember = 20
)

// InsertSnippet is the format of a text with placeholders.
const InsertSnippet = 2

// CompletionItem is a text that may be meant.
type CompletionItem struct {
	Label            string         `json:"label"`
	Kind             int            `json:"kind"`
	Detail           string         `json:"detail,omitempty"`
	Documentation    *MarkupContent `json:"documentation,omitempty"`
	SortText         string         `json:"sortText,omitempty"`
	FilterText       string         `json:"filterText,omitempty"`
	InsertTextFormat int            `json:"insertTextFormat,omitempty"`
	TextEdit         TextEdit       `json:"textEdit"`
}

// CompletionList are the texts that may be meant; with more typed there may be others where it is incomplete.
type CompletionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []CompletionItem `json:"items"`
}

// RenameParams are those of textDocument/rename.
type RenameParams struct {
	TextDocumentPositionParams
	NewName string `json:"newName"`
}

// PrepareRename is what can be renamed at a place.
type PrepareRename struct {
	Range       Range  `json:"range"`
	Placeholder string `json:"placeholder"`
}

// The kinds of symbols.
const (
	SymbolProperty = 7
	SymbolObject   = 19
)

// DocumentSymbol is a part of a document with a name.
type DocumentSymbol struct {
	Name           string           `json:"name"`
	Kind           int              `json:"kind"`
	Range          Range            `json:"range"`
	SelectionRange Range            `json:"selectionRange"`
	Children       []DocumentSymbol `json:"children,omitempty"`
}

// SymbolInformation is a name with its place.
type SymbolInformation struct {
	Name          string   `json:"name"`
	Kind          int      `json:"kind"`
	Location      Location `json:"location"`
	ContainerName string   `json:"containerName,omitempty"`
}

// WorkspaceSymbolParams are those of workspace/symbol.
type WorkspaceSymbolParams struct {
	Query string `json:"query"`
}

// FoldingRange are lines that can be folded.
type FoldingRange struct {
	StartLine uint32 `json:"startLine"`
	EndLine   uint32 `json:"endLine"`
}

// CodeLens is a text above a line; it has a Command once it is resolved.
type CodeLens struct {
	Range   Range     `json:"range"`
	Command *Command  `json:"command,omitempty"`
	Data    *LensData `json:"data,omitempty"`
}

// LensData says what a CodeLens is about: a key, or what edits of the document do.
type LensData struct {
	URI    DocumentURI `json:"uri"`
	Key    string      `json:"key,omitempty"`
	Impact bool        `json:"impact,omitempty"`
}

// CodeLensOptions say that lenses are resolved.
type CodeLensOptions struct {
	ResolveProvider bool `json:"resolveProvider"`
}

// InlayHintParams are those of textDocument/inlayHint.
type InlayHintParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Range        Range                  `json:"range"`
}

// InlayHint is a text in a line that is not in the document.
type InlayHint struct {
	Position    Position `json:"position"`
	Label       string   `json:"label"`
	PaddingLeft bool     `json:"paddingLeft"`
}
