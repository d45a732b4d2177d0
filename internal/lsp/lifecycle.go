package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/lsp/protocol"
	"github.com/hieralint/hieralint/internal/rooted"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/settings"
)

// section is the name under which clients keep settings for the server.
const section = "hieralint"

// clientSettings are the settings of an editor. The defaults are those of the command line.
type clientSettings struct {
	Profile       string   `json:"profile"`
	PuppetVersion int      `json:"puppetVersion"`
	Config        string   `json:"config"`
	Facts         []string `json:"facts"`
	InlayHints    bool     `json:"inlayHints"`
}

// initialize negotiates capabilities with the client.
func (s *server) initialize(p *protocol.InitializeParams) (answer, error) {
	s.client = p.Capabilities
	s.encoding = chooseEncoding(p.Capabilities.General.PositionEncodings)
	folders := p.WorkspaceFolders
	if len(folders) == 0 && p.RootURI != "" {
		folders = []protocol.WorkspaceFolder{{URI: p.RootURI}}
	}
	if len(folders) == 0 && p.RootPath != "" {
		folders = []protocol.WorkspaceFolder{{URI: uriOf(p.RootPath)}}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = initialized
	_ = s.settings.read(p.InitializationOptions) // they may be for other servers
	s.initial = s.settings
	s.folders = folders
	return done(protocol.InitializeResult{Capabilities: s.capabilities(), ServerInfo: protocol.ServerInfo{Name: "hieralint", Version: s.options.Version}})
}

// capabilities returns the server's capabilities for this client.
func (s *server) capabilities() protocol.ServerCapabilities {
	c := protocol.ServerCapabilities{
		PositionEncoding: string(s.encoding),
		TextDocumentSync: protocol.TextDocumentSyncOptions{OpenClose: true, Change: protocol.SyncIncremental, Save: true},
		Workspace:        protocol.WorkspaceServerCapabilities{WorkspaceFolders: protocol.WorkspaceFoldersOptions{Supported: true, ChangeNotifications: true}},
		CodeActionProvider: &protocol.CodeActionOptions{
			CodeActionKinds: []string{protocol.KindQuickFix, protocol.KindRewrite, kindFixAll}, ResolveProvider: s.resolvesEdits(),
		},
		CompletionProvider: &protocol.TriggerOptions{TriggerCharacters: []string{"{", "'", ".", ":", " "}},
		RenameProvider:     &protocol.RenameOptions{PrepareProvider: true}, CodeLensProvider: &protocol.CodeLensOptions{ResolveProvider: true},
		DocumentSymbolProvider: true, WorkspaceSymbolProvider: true, FoldingRangeProvider: true, InlayHintProvider: true,
		HoverProvider: true, DefinitionProvider: true, ReferencesProvider: true, ImplementationProvider: true,
		DocumentHighlightProvider: true,
		SignatureHelpProvider:     &protocol.TriggerOptions{TriggerCharacters: []string{"{", ",", ":", " "}},
		ExecuteCommandProvider:    &protocol.ExecuteCommandOptions{Commands: commands},
	}
	if s.pulls() {
		c.DiagnosticProvider = &protocol.DiagnosticOptions{Identifier: section, InterFileDependencies: true, WorkspaceDiagnostics: true}
	}
	return c
}

// pulls reports whether the client pulls diagnostics; for others, they are published.
func (s *server) pulls() bool { return s.client.TextDocument.Diagnostic != nil }

// initialized starts checks, and registers for file changes. Before that, clients accept only the
// answer to initialize.
func (s *server) initialized(context.Context, *none) error {
	s.mu.Lock()
	for _, f := range s.folders {
		s.addFolder(f)
	}
	s.folders = nil
	s.mu.Unlock()
	if s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		s.ask("client/registerCapability", protocol.RegistrationParams{Registrations: []protocol.Registration{{
			ID: "files", Method: "workspace/didChangeWatchedFiles",
			RegisterOptions: protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: []protocol.FileSystemWatcher{{GlobPattern: "**/*"}}},
		}}})
	}
	if s.client.Workspace.DidChangeConfiguration.DynamicRegistration {
		s.ask("client/registerCapability", protocol.RegistrationParams{Registrations: []protocol.Registration{{
			ID: "configuration", Method: "workspace/didChangeConfiguration", RegisterOptions: protocol.ConfigurationItem{Section: section},
		}}})
	}
	if s.client.Workspace.Configuration {
		s.pullConfiguration()
	}
	return nil
}

// shutdown ends all work; only exit may follow.
func (s *server) shutdown(*none) (answer, error) {
	s.mu.Lock()
	s.state = stopped
	roots := s.roots
	s.roots = nil
	s.mu.Unlock()
	for _, r := range roots {
		r.close()
	}
	return done(nil)
}

func (s *server) exit(context.Context, *none) error {
	return s.conn.Close()
}

// didChangeConfiguration applies settings that the client sends, or requests them.
func (s *server) didChangeConfiguration(_ context.Context, p *protocol.DidChangeConfigurationParams) error {
	if s.client.Workspace.Configuration {
		s.pullConfiguration()
		return nil
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(p.Settings, &all); err != nil || all[section] == nil {
		return err
	}
	return s.configure(all[section])
}

// pullConfiguration requests the client's settings.
func (s *server) pullConfiguration() {
	s.start("workspace/configuration", func() {
		var found []json.RawMessage
		p := protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: section}}}
		err := s.conn.Call(s.ctx, "workspace/configuration", p, &found)
		if err == nil && len(found) == 1 {
			err = s.configure(found[0])
		}
		if err != nil && s.ctx.Err() == nil {
			s.log("workspace/configuration: %v", err)
		}
	})
}

// configure reopens the workspaces with other settings of the client.
func (s *server) configure(text json.RawMessage) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	before, _ := json.Marshal(s.settings) //nolint:errchkjson // it has strings and numbers
	next := s.initial                     // settings that are no longer set have their initial values
	if err := next.read(text); err != nil {
		return err
	}
	s.settings = next
	if after, _ := json.Marshal(s.settings); string(before) != string(after) { //nolint:errchkjson // likewise
		for _, r := range s.roots {
			r.reopen()
		}
	}
	return nil
}

// read reads settings; null leaves them unchanged.
func (c *clientSettings) read(text json.RawMessage) error {
	if len(text) == 0 {
		return nil
	}
	read := *c
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	*c = read
	return nil
}

// workspaceOptions returns the options of a root's workspace, without buffers. The caller holds the lock.
func (s *server) workspaceOptions(dir string) session.Options {
	o := s.options.Workspace
	o.Dir, o.Paths = dir, nil
	if p, ok := settings.ParseProfile(s.settings.Profile); ok {
		o.Profile = p
	}
	if s.settings.PuppetVersion != 0 {
		o.PuppetVersion = s.settings.PuppetVersion
	}
	if s.settings.Config != "" {
		o.Config = s.settings.Config
	}
	if s.settings.Facts != nil {
		o.Facts = s.settings.Facts
	}
	return o
}

// didChangeWorkspaceFolders opens and closes roots.
func (s *server) didChangeWorkspaceFolders(_ context.Context, p *protocol.DidChangeWorkspaceFoldersParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range p.Event.Removed {
		dir, err := pathOf(f.URI)
		if err != nil {
			continue
		}
		s.closeRoots(func(r *root) bool { return r.dir == dir })
	}
	for _, f := range p.Event.Added {
		s.addFolder(f)
	}
	return nil
}

// addFolder opens a root unless it is open already. The caller holds the lock.
func (s *server) addFolder(f protocol.WorkspaceFolder) {
	dir, err := pathOf(f.URI)
	if err != nil {
		s.log("workspace folder %s: %v", f.URI, err)
		return
	}
	s.addRoot(dir)
	for _, r := range s.roots {
		r.isFolder = r.isFolder || r.dir == dir
	}
}

// maxRoots limits the number of roots, since each takes memory and is checked on its own.
const maxRoots = 200

// addRoot opens a directory unless it is open already. The caller holds the lock.
func (s *server) addRoot(dir string) {
	if slices.ContainsFunc(s.roots, func(r *root) bool { return r.dir == dir }) {
		return
	}
	if len(s.roots) >= maxRoots && !s.makeRoom() {
		s.told.Do(func() {
			s.start("a message", func() {
				text := fmt.Sprintf("hieralint: %d directories are open; files in others are not checked", maxRoots)
				s.notify("window/showMessage", protocol.ShowMessageParams{Type: protocol.MessageError, Message: text})
			})
		})
		return
	}
	r := newRoot(s, dir)
	s.roots = append(s.roots, r)
	// A root inside another one comes first, because its files are its own.
	slices.SortStableFunc(s.roots, func(a, b *root) int { return len(b.dir) - len(a.dir) })
	r.begin()
}

// closeRoots closes some roots, and withdraws what was published for them. The caller holds the lock.
func (s *server) closeRoots(which func(*root) bool) {
	s.roots = slices.DeleteFunc(s.roots, func(r *root) bool {
		isClosed := which(r)
		if isClosed {
			s.isFull = false
			s.start("closing "+r.dir, func() { r.close(); r.clear() })
		}
		return isClosed
	})
}

// makeRoom closes the roots that are no folders and of which no document is open. It returns false if there are none.
// The caller holds the lock.
func (s *server) makeRoom() bool {
	if s.isFull {
		return false
	}
	inUse := map[*root]bool{}
	for _, d := range s.documents {
		inUse[s.ownerOf(d.path)] = true
	}
	before := len(s.roots)
	s.closeRoots(func(r *root) bool { return !r.isFolder && !inUse[r] })
	s.isFull = len(s.roots) == before
	return !s.isFull
}

// ownerOf returns the root that a file belongs to; nil if there is none. The caller holds the lock.
func (s *server) ownerOf(path string) *root {
	return lists.Find(s.roots, func(r *root) bool { return rooted.IsBelow(path, r.dir) })
}
