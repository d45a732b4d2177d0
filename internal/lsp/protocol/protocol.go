// Package protocol defines the part of the Language Server Protocol 3.17 that hieralint uses, as Go
// types with the names of the specification. Optional properties that are never sent are omitted.
package protocol

import "encoding/json"

// Error codes, in addition to those of JSON-RPC.
const (
	CodeServerNotInitialized = -32002
	CodeContentModified      = -32801
	CodeRequestCancelled     = -32800
	CodeRequestFailed        = -32803
)

// DocumentURI is the URI of a document.
type DocumentURI string

// Position is a position in a document. Line and Character start at 0; Character counts units of
// the negotiated encoding.
type Position struct {
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

// Range is a range in a document; End is exclusive.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Location is a range in a document with a URI.
type Location struct {
	URI   DocumentURI `json:"uri"`
	Range Range       `json:"range"`
}

// LocationLink is a target location with the range that links to it.
type LocationLink struct {
	OriginSelectionRange *Range      `json:"originSelectionRange,omitempty"`
	TargetURI            DocumentURI `json:"targetUri"`
	TargetRange          Range       `json:"targetRange"`
	TargetSelectionRange Range       `json:"targetSelectionRange"`
}

// TextEdit replaces a range with a new text.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
	// AnnotationID identifies the ChangeAnnotation of an annotated edit.
	AnnotationID string `json:"annotationId,omitempty"`
}

// VersionedTextDocumentIdentifier identifies a version of a document; nil is the version on disk.
type VersionedTextDocumentIdentifier struct {
	URI     DocumentURI `json:"uri"`
	Version *int32      `json:"version"`
}

// TextDocumentEdit contains the edits of one document.
type TextDocumentEdit struct {
	TextDocument VersionedTextDocumentIdentifier `json:"textDocument"`
	Edits        []TextEdit                      `json:"edits"`
}

// ChangeAnnotation describes a group of edits in a preview.
type ChangeAnnotation struct {
	Label             string `json:"label"`
	Description       string `json:"description,omitempty"`
	NeedsConfirmation bool   `json:"needsConfirmation,omitempty"`
}

// WorkspaceEdit contains edits of several documents: DocumentChanges, or Changes for clients that
// do not support versions.
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

// Kinds of MarkupContent.
const (
	Markdown  = "markdown"
	PlainText = "plaintext"
)

// InitializeParams are the parameters of initialize.
type InitializeParams struct {
	RootPath              string            `json:"rootPath"`
	RootURI               DocumentURI       `json:"rootUri"`
	WorkspaceFolders      []WorkspaceFolder `json:"workspaceFolders"`
	Capabilities          ClientCapabilities
	InitializationOptions json.RawMessage `json:"initializationOptions"`
}

// WorkspaceFolder is a root folder of a workspace.
type WorkspaceFolder struct {
	URI  DocumentURI `json:"uri"`
	Name string      `json:"name"`
}

// ClientCapabilities are the capabilities of a client that the server uses.
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
		Configuration          bool                `json:"configuration"`
		DidChangeWatchedFiles  DynamicRegistration `json:"didChangeWatchedFiles"`
		DidChangeConfiguration DynamicRegistration `json:"didChangeConfiguration"`
		Diagnostics            RefreshSupport      `json:"diagnostics"`
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

// DynamicRegistration reports whether a capability can be registered after initialization.
type DynamicRegistration struct {
	DynamicRegistration bool `json:"dynamicRegistration"`
}

// RefreshSupport reports whether the server may ask the client to repeat its requests.
type RefreshSupport struct {
	RefreshSupport bool `json:"refreshSupport"`
}

// LinkSupport reports whether the client accepts LocationLinks.
type LinkSupport struct {
	LinkSupport bool `json:"linkSupport"`
}

// InitializeResult is the result of initialize.
type InitializeResult struct {
	Capabilities ServerCapabilities `json:"capabilities"`
	ServerInfo   ServerInfo         `json:"serverInfo"`
}

// ServerInfo is the name and version of the server.
type ServerInfo struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

// ServerCapabilities are the capabilities of the server.
type ServerCapabilities struct {
	PositionEncoding          string                      `json:"positionEncoding"`
	TextDocumentSync          TextDocumentSyncOptions     `json:"textDocumentSync"`
	Workspace                 WorkspaceServerCapabilities `json:"workspace"`
	DiagnosticProvider        *DiagnosticOptions          `json:"diagnosticProvider,omitempty"`
	CodeActionProvider        *CodeActionOptions          `json:"codeActionProvider,omitempty"`
	ExecuteCommandProvider    *ExecuteCommandOptions      `json:"executeCommandProvider,omitempty"`
	HoverProvider             bool                        `json:"hoverProvider,omitempty"`
	DefinitionProvider        bool                        `json:"definitionProvider,omitempty"`
	ReferencesProvider        bool                        `json:"referencesProvider,omitempty"`
	DocumentHighlightProvider bool                        `json:"documentHighlightProvider,omitempty"`
	ImplementationProvider    bool                        `json:"implementationProvider,omitempty"`
	CompletionProvider        *TriggerOptions             `json:"completionProvider,omitempty"`
	DocumentSymbolProvider    bool                        `json:"documentSymbolProvider,omitempty"`
	WorkspaceSymbolProvider   bool                        `json:"workspaceSymbolProvider,omitempty"`
	RenameProvider            *RenameOptions              `json:"renameProvider,omitempty"`
	CodeLensProvider          *CodeLensOptions            `json:"codeLensProvider,omitempty"`
	InlayHintProvider         bool                        `json:"inlayHintProvider,omitempty"`
	FoldingRangeProvider      bool                        `json:"foldingRangeProvider,omitempty"`
	SignatureHelpProvider     *TriggerOptions             `json:"signatureHelpProvider,omitempty"`
}

// TextDocumentSyncOptions define which changes of documents are sent to the server.
type TextDocumentSyncOptions struct {
	OpenClose bool `json:"openClose"`
	Change    int  `json:"change"`
	Save      bool `json:"save"`
}

// SyncIncremental is the value of TextDocumentSyncOptions.Change if changed ranges are sent instead
// of whole documents.
const SyncIncremental = 2

// WorkspaceServerCapabilities are the capabilities of the server for workspaces.
type WorkspaceServerCapabilities struct {
	WorkspaceFolders WorkspaceFoldersOptions `json:"workspaceFolders"`
}

// WorkspaceFoldersOptions define the support for several root folders.
type WorkspaceFoldersOptions struct {
	Supported           bool `json:"supported"`
	ChangeNotifications bool `json:"changeNotifications"`
}

// DiagnosticOptions define how diagnostics are pulled.
type DiagnosticOptions struct {
	Identifier            string `json:"identifier"`
	InterFileDependencies bool   `json:"interFileDependencies"`
	WorkspaceDiagnostics  bool   `json:"workspaceDiagnostics"`
}

// CodeActionOptions define which kinds of code actions the server provides.
type CodeActionOptions struct {
	CodeActionKinds []string `json:"codeActionKinds"`
	ResolveProvider bool     `json:"resolveProvider"`
}

// ExecuteCommandOptions list the commands that the server executes.
type ExecuteCommandOptions struct {
	Commands []string `json:"commands"`
}

// RenameOptions define the support for renaming; PrepareProvider means that the server checks the
// position first.
type RenameOptions struct {
	PrepareProvider bool `json:"prepareProvider"`
}

// TriggerOptions define what triggers completion or signature help.
type TriggerOptions struct {
	TriggerCharacters []string `json:"triggerCharacters"`
}

// TextDocumentIdentifier identifies a document.
type TextDocumentIdentifier struct {
	URI DocumentURI `json:"uri"`
}

// TextDocumentPositionParams are the parameters of requests about a position.
type TextDocumentPositionParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Position     Position               `json:"position"`
}

// DocumentParams are the parameters of requests about a document.
type DocumentParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
}

// DidOpenParams are the parameters of textDocument/didOpen.
type DidOpenParams struct {
	TextDocument struct {
		URI     DocumentURI `json:"uri"`
		Version int32       `json:"version"`
		Text    string      `json:"text"`
	} `json:"textDocument"`
}

// DidChangeParams are the parameters of textDocument/didChange.
type DidChangeParams struct {
	TextDocument struct {
		URI     DocumentURI `json:"uri"`
		Version int32       `json:"version"`
	} `json:"textDocument"`
	ContentChanges []ContentChange `json:"contentChanges"`
}

// ContentChange is the new text of a range or, without a range, of the whole document.
type ContentChange struct {
	Range *Range `json:"range"`
	Text  string `json:"text"`
}

// DidChangeWatchedFilesParams are the parameters of workspace/didChangeWatchedFiles.
type DidChangeWatchedFilesParams struct {
	Changes []FileEvent `json:"changes"`
}

// FileEvent reports that a file was created, changed, or deleted.
type FileEvent struct {
	URI DocumentURI `json:"uri"`
}

// DidChangeWorkspaceFoldersParams are the parameters of workspace/didChangeWorkspaceFolders.
type DidChangeWorkspaceFoldersParams struct {
	Event struct {
		Added   []WorkspaceFolder `json:"added"`
		Removed []WorkspaceFolder `json:"removed"`
	} `json:"event"`
}

// DidChangeConfigurationParams are the parameters of workspace/didChangeConfiguration.
type DidChangeConfigurationParams struct {
	Settings json.RawMessage `json:"settings"`
}

// ConfigurationParams are the parameters of workspace/configuration.
type ConfigurationParams struct {
	Items []ConfigurationItem `json:"items"`
}

// ConfigurationItem identifies a section of the client's settings.
type ConfigurationItem struct {
	Section string `json:"section"`
}

// RegistrationParams are the parameters of client/registerCapability.
type RegistrationParams struct {
	Registrations []Registration `json:"registrations"`
}

// Registration registers a capability.
type Registration struct {
	ID              string `json:"id"`
	Method          string `json:"method"`
	RegisterOptions any    `json:"registerOptions,omitempty"`
}

// DidChangeWatchedFilesRegistrationOptions list the files to watch.
type DidChangeWatchedFilesRegistrationOptions struct {
	Watchers []FileSystemWatcher `json:"watchers"`
}

// FileSystemWatcher is a pattern for files to watch.
type FileSystemWatcher struct {
	GlobPattern string `json:"globPattern"`
}

// CancelParams are the parameters of $/cancelRequest.
type CancelParams struct {
	ID json.RawMessage `json:"id"`
}

// Severities of diagnostics.
const (
	SeverityError       = 1
	SeverityWarning     = 2
	SeverityInformation = 3
)

// Tags of diagnostics.
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

// CodeDescription links to the documentation of a code.
type CodeDescription struct {
	Href string `json:"href"`
}

// DiagnosticRelatedInformation is a related location of a diagnostic.
type DiagnosticRelatedInformation struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

// PublishDiagnosticsParams are the parameters of textDocument/publishDiagnostics.
type PublishDiagnosticsParams struct {
	URI         DocumentURI  `json:"uri"`
	Version     *int32       `json:"version,omitempty"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// DocumentDiagnosticParams are the parameters of textDocument/diagnostic.
type DocumentDiagnosticParams struct {
	TextDocument     TextDocumentIdentifier `json:"textDocument"`
	PreviousResultID string                 `json:"previousResultId"`
}

// Kinds of DocumentDiagnosticReport.
const (
	ReportFull      = "full"
	ReportUnchanged = "unchanged"
)

// DocumentDiagnosticReport contains the diagnostics of a document, or reports that they are
// unchanged.
type DocumentDiagnosticReport struct {
	Kind     string        `json:"kind"`
	ResultID string        `json:"resultId"`
	Items    *[]Diagnostic `json:"items,omitempty"`
}

// WorkspaceDiagnosticParams are the parameters of workspace/diagnostic.
type WorkspaceDiagnosticParams struct {
	PreviousResultIDs []PreviousResultID `json:"previousResultIds"`
}

// PreviousResultID identifies the diagnostics that the client has for a document.
type PreviousResultID struct {
	URI   DocumentURI `json:"uri"`
	Value string      `json:"value"`
}

// WorkspaceDiagnosticReport contains the reports of documents whose diagnostics have changed.
type WorkspaceDiagnosticReport struct {
	Items []WorkspaceDocumentDiagnosticReport `json:"items"`
}

// WorkspaceDocumentDiagnosticReport is the DocumentDiagnosticReport of a document in a workspace.
type WorkspaceDocumentDiagnosticReport struct {
	DocumentDiagnosticReport
	URI     DocumentURI `json:"uri"`
	Version *int32      `json:"version"`
}

// CodeActionParams are the parameters of textDocument/codeAction.
type CodeActionParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Range        Range                  `json:"range"`
	Context      struct {
		Diagnostics []Diagnostic `json:"diagnostics"`
		Only        []string     `json:"only"`
	} `json:"context"`
}

// Kinds of code actions.
const (
	KindQuickFix = "quickfix"
	KindFixAll   = "source.fixAll"
	KindRewrite  = "refactor.rewrite"
)

// SignatureHelp contains the signatures of the call at a position.
type SignatureHelp struct {
	Signatures      []SignatureInformation `json:"signatures"`
	ActiveSignature int                    `json:"activeSignature"`
	ActiveParameter *int                   `json:"activeParameter,omitempty"`
}

// SignatureInformation is a signature.
type SignatureInformation struct {
	Label         string                 `json:"label"`
	Documentation *MarkupContent         `json:"documentation,omitempty"`
	Parameters    []ParameterInformation `json:"parameters,omitempty"`
}

// ParameterInformation is a parameter of a signature; Label is a substring of the signature's
// label.
type ParameterInformation struct {
	Label         string         `json:"label"`
	Documentation *MarkupContent `json:"documentation,omitempty"`
}

// CodeAction is a change that the server offers.
type CodeAction struct {
	Title       string         `json:"title"`
	Kind        string         `json:"kind"`
	Diagnostics []Diagnostic   `json:"diagnostics,omitempty"`
	IsPreferred bool           `json:"isPreferred,omitempty"`
	Edit        *WorkspaceEdit `json:"edit,omitempty"`
	Command     *Command       `json:"command,omitempty"`
	Data        any            `json:"data,omitempty"`
}

// Command is a command of the server with its arguments.
type Command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments,omitempty"`
}

// ExecuteCommandParams are the parameters of workspace/executeCommand.
type ExecuteCommandParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`
}

// ApplyWorkspaceEditParams are the parameters of workspace/applyEdit.
type ApplyWorkspaceEditParams struct {
	Label string        `json:"label,omitempty"`
	Edit  WorkspaceEdit `json:"edit"`
}

// Types of messages.
const (
	MessageError = 1
	MessageInfo  = 3
)

// ShowMessageParams are the parameters of window/showMessage and window/logMessage.
type ShowMessageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

// ShowDocumentParams are the parameters of window/showDocument.
type ShowDocumentParams struct {
	URI       DocumentURI `json:"uri"`
	TakeFocus bool        `json:"takeFocus"`
}

// WorkDoneProgressCreateParams are the parameters of window/workDoneProgress/create.
type WorkDoneProgressCreateParams struct {
	Token string `json:"token"`
}

// ProgressParams are the parameters of $/progress.
type ProgressParams struct {
	Token string           `json:"token"`
	Value WorkDoneProgress `json:"value"`
}

// WorkDoneProgress begins, continues, or ends a progress report.
type WorkDoneProgress struct {
	Kind       string `json:"kind"`
	Title      string `json:"title,omitempty"`
	Message    string `json:"message,omitempty"`
	Percentage *int   `json:"percentage,omitempty"`
}

// ReferenceParams are the parameters of textDocument/references.
type ReferenceParams struct {
	TextDocumentPositionParams
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

// DocumentHighlight is a place that concerns the same subject as the cursor.
type DocumentHighlight struct {
	Range Range `json:"range"`
}

// Hover is the result of textDocument/hover.
type Hover struct {
	Contents MarkupContent `json:"contents"`
	Range    *Range        `json:"range,omitempty"`
}

// Kinds of CompletionItem.
const (
	ItemFunction   = 3
	ItemVariable   = 6
	ItemClass      = 7
	ItemProperty   = 10
	ItemKeyword    = 14
	ItemEnumMember = 20
)

// InsertSnippet is the format of a completion that contains placeholders.
const InsertSnippet = 2

// CompletionItem is a proposed completion.
type CompletionItem struct {
	Label            string         `json:"label"`
	Kind             int            `json:"kind"`
	Detail           string         `json:"detail,omitempty"`
	Documentation    *MarkupContent `json:"documentation,omitempty"`
	SortText         string         `json:"sortText,omitempty"`
	InsertTextFormat int            `json:"insertTextFormat,omitempty"`
	TextEdit         TextEdit       `json:"textEdit"`
}

// CompletionList contains completions. If it is incomplete, further typing may yield others.
type CompletionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []CompletionItem `json:"items"`
}

// RenameParams are the parameters of textDocument/rename.
type RenameParams struct {
	TextDocumentPositionParams
	NewName string `json:"newName"`
}

// PrepareRename is the range that can be renamed, and its current name.
type PrepareRename struct {
	Range       Range  `json:"range"`
	Placeholder string `json:"placeholder"`
}

// Kinds of symbols.
const (
	SymbolProperty = 7
	SymbolObject   = 19
)

// DocumentSymbol is a named part of a document.
type DocumentSymbol struct {
	Name           string           `json:"name"`
	Kind           int              `json:"kind"`
	Range          Range            `json:"range"`
	SelectionRange Range            `json:"selectionRange"`
	Children       []DocumentSymbol `json:"children,omitempty"`
}

// SymbolInformation is a symbol with its location.
type SymbolInformation struct {
	Name          string   `json:"name"`
	Kind          int      `json:"kind"`
	Location      Location `json:"location"`
	ContainerName string   `json:"containerName,omitempty"`
}

// WorkspaceSymbolParams are the parameters of workspace/symbol.
type WorkspaceSymbolParams struct {
	Query string `json:"query"`
}

// FoldingRange is a range of lines that can be folded.
type FoldingRange struct {
	StartLine uint32 `json:"startLine"`
	EndLine   uint32 `json:"endLine"`
}

// CodeLens is a text above a line; its Command is set when it is resolved.
type CodeLens struct {
	Range   Range     `json:"range"`
	Command *Command  `json:"command,omitempty"`
	Data    *LensData `json:"data,omitempty"`
}

// LensData identifies what a CodeLens shows: a key, or the effect of edits to the document.
type LensData struct {
	URI    DocumentURI `json:"uri"`
	Key    string      `json:"key,omitempty"`
	Impact bool        `json:"impact,omitempty"`
}

// CodeLensOptions define whether lenses are resolved later.
type CodeLensOptions struct {
	ResolveProvider bool `json:"resolveProvider"`
}

// InlayHintParams are the parameters of textDocument/inlayHint.
type InlayHintParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Range        Range                  `json:"range"`
}

// InlayHint is a text that is displayed within a line but is not part of the document.
type InlayHint struct {
	Position    Position `json:"position"`
	Label       string   `json:"label"`
	PaddingLeft bool     `json:"paddingLeft"`
}
