package main

import (
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/reference"
)

// screenRepo is the repository in the screenshots of docs/editors.md.
var screenRepo = map[string]string{
	"environment.conf": "modulepath = site\n",
	"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Nodes, path: \"nodes/%{trusted.certname}.yaml\"}\n" +
		"  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
	"site/profile/manifests/web.pp": "# @param domain The domain of the site.\n# @param port The port to listen on.\nclass profile::web (\n  String $domain,\n" +
		"  Integer[1, 65535] $port = 80,\n  Enum['on', 'off'] $tls = 'on',\n  Hash $vhosts = {},\n) { }\n",
	"data/common.yaml": "---\nlookup_options:\n  profile::web::vhosts: {merge: deeep}\n\nprofile::web::domain: example.com\nprofile::web::port: '80'\n" +
		"profile::web::vhosts:\n  www: {docroot: /srv/www}\ncontact: \"root@%{lookup('profile::web::domian')}\"\nmotd: \"Running on %{osfamily}\"\n",
	"data/role/web.yaml":                "profile::web::port: 8080\nprofile::web::domain: www.example.com\n",
	"data/nodes/web01.example.com.yaml": "profile::web::domain: web01.example.com\n",
}

// screenSettings configure Neovim for the screenshots. They remove the addresses of links, which
// Neovim shows in a terminal, since they contain a temporary directory.
const screenSettings = `set nomore noswapfile laststatus=0 noshowcmd noruler noshowmode signcolumn=yes number completeopt=menu,menuone,noinsert
syntax on
highlight SignColumn ctermbg=NONE
highlight Pmenu ctermfg=252 ctermbg=237
highlight PmenuSel ctermfg=255 ctermbg=240
filetype on
luafile client.lua
lua << END
local hover = vim.lsp.handlers['textDocument/hover']
vim.lsp.handlers['textDocument/hover'] = function(err, result, ...)
  result.contents.value = result.contents.value:gsub('%[([^%]]*)%]%(file:[^)]*%)', '%1')
  return hover(err, result, ...)
end
END
edit data/common.yaml
set omnifunc=v:lua.vim.lsp.omnifunc iskeyword+=:
`

// screenVersion is the version of Neovim in Debian 12. Other versions look different.
const screenVersion = "NVIM v0.7."

// TestScreens takes the screenshots in docs/editors.md: of Neovim in a terminal.
func TestScreens(t *testing.T) {
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not installed")
	}
	if version, err := exec.Command("nvim", "--version").Output(); err != nil || !strings.HasPrefix(string(version), screenVersion) {
		t.Skip("the version is not " + screenVersion)
	}
	for _, screen := range []struct {
		name string
		keys []string // typed when the findings are shown
		want string   // text to wait for
	}{
		{"findings", nil, ""},
		{"hover", []string{"6G3l", ":lua vim.lsp.buf.hover()\r"}, "from Roles"},
		{"completion", []string{"Goprofile::web::", "\x18\x0f"}, "profile::web::tls"},
		{"fixes", []string{"9G33l", ":lua vim.lsp.buf.code_action()\r"}, "Type number"},
		{"lenses", []string{":lua vim.lsp.codelens.refresh()\r"}, "overrid"},
		{"levels", []string{"6G3l", ":lua vim.lsp.buf.implementation()\r"}, "role/web.yaml|"},
	} {
		t.Run(screen.name, func(t *testing.T) {
			e := newEditor(t, "nvim")
			filetree.Add(t, e.dir, screenRepo)
			filetree.Add(t, e.dir, map[string]string{"client.lua": snippet(t, "neovim-client"), "screen.vim": screenSettings})
			s := e.openScreen(t, "nvim -u NONE -i NONE -S screen.vim")
			s.await("legacy fact")
			for _, keys := range screen.keys {
				s.tmux("send-keys", "-l", keys)
			}
			s.await(screen.want)
			golden.CheckFile(t, filepath.Join(reference.Root(t), "docs", "images", "neovim-"+screen.name+".svg"), []byte(picture(s.settled())))
		})
	}
}

// screen is an editor in a terminal.
type screen struct {
	t      *testing.T
	socket string
}

// The size of the terminal, in characters.
const screenWidth, screenHeight = 100, 16

func (e editor) openScreen(t *testing.T, command string) *screen {
	t.Helper()
	s := &screen{t, filepath.Join(e.bin, "tmux")}
	cmd := exec.Command("tmux", "-S", s.socket, "-f", os.DevNull, "new-session", "-d", "-x", strconv.Itoa(screenWidth), "-y", strconv.Itoa(screenHeight), command)
	cmd.Dir = e.dir
	cmd.Env = append(os.Environ(), "PATH="+e.bin+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+e.bin, "XDG_CONFIG_HOME="+e.bin, "XDG_STATE_HOME="+e.bin, "LC_ALL=C.UTF-8")
	if log, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, log)
	}
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", s.socket, "kill-server").Run() }) // the server exits with the editor
	return s
}

func (s *screen) tmux(args ...string) string {
	s.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", s.socket}, args...)...).CombinedOutput()
	if err != nil {
		s.t.Fatalf("tmux %s: %v: %s", args[0], err, out)
	}
	return string(out)
}

// await waits until a text appears on the screen.
func (s *screen) await(text string) {
	s.t.Helper()
	for range 1200 {
		if strings.Contains(s.tmux("capture-pane", "-p"), text) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.t.Fatalf("%q did not appear on the screen:\n%s", text, s.tmux("capture-pane", "-p"))
}

// settled waits until the screen no longer changes, and returns its content with escape sequences.
func (s *screen) settled() string {
	for before := ""; ; time.Sleep(300 * time.Millisecond) {
		now := s.tmux("capture-pane", "-e", "-N", "-p")
		if now == before {
			return now
		}
		before = now
	}
}

// style is the appearance of characters.
type style struct {
	color, background string
	bold, underlined  bool
}

// The first 16 terminal colors, and the default style.
var (
	colors   = strings.Fields("#1e1e1e #f14c4c #23d18b #e5b03b #3b8eea #d670d6 #29b8db #d4d4d4 #7f7f7f #ff7b72 #6ae3a5 #f5d76e #6cb6ff #e29bf0 #7ce0f2 #ffffff")
	ordinary = style{color: "#d4d4d4"}
)

// picture converts the content of a screen to SVG.
func picture(text string) string {
	const width, height = 8, 18
	var svg strings.Builder
	fmt.Fprintf(&svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"monospace\" font-size=\"13\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#1e1e1e\"/>\n",
		screenWidth*width+16, screenHeight*height+16)
	now := ordinary
	for row, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		column := 0
		for line != "" {
			run := line
			if codes, rest, ok := strings.Cut(strings.TrimPrefix(line, "\x1b["), "m"); ok && strings.HasPrefix(line, "\x1b[") {
				now.apply(codes)
				line = rest
				continue
			}
			if at := strings.Index(line, "\x1b["); at >= 0 {
				run = line[:at]
			}
			line = line[len(run):]
			n := len([]rune(run))
			x, y := 8+column*width, 8+row*height
			column += n
			if now.background != "" {
				fmt.Fprintf(&svg, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", x, y, n*width, height, now.background)
			}
			if !now.underlined { // whether the editor writes or erases spaces depends on timing
				run = strings.TrimRight(run, " ")
			}
			if n = len([]rune(run)); strings.TrimSpace(run) == "" {
				continue
			}
			fmt.Fprintf(&svg, "<text x=\"%d\" y=\"%d\" textLength=\"%d\" xml:space=\"preserve\" fill=\"%s\"", x, y+height-5, n*width, now.color)
			if now.bold {
				svg.WriteString(" font-weight=\"bold\"")
			}
			if now.underlined {
				svg.WriteString(" text-decoration=\"underline\"")
			}
			fmt.Fprintf(&svg, ">%s</text>\n", html.EscapeString(run))
		}
	}
	return svg.String() + "</svg>\n"
}

// apply applies the parameters of an SGR escape sequence.
func (s *style) apply(codes string) {
	numbers := strings.Split(codes, ";")
	number := func(i int) int {
		if i >= len(numbers) {
			return 0
		}
		n, _ := strconv.Atoi(numbers[i]) // empty means 0
		return n
	}
	for i := 0; i < len(numbers); i++ {
		switch n := number(i); {
		case n == 0:
			*s = ordinary
		case n == 1:
			s.bold = true
		case n == 4:
			s.underlined = true
		case n == 22:
			s.bold = false
		case n == 24:
			s.underlined = false
		case n == 39:
			s.color = ordinary.color
		case n == 49:
			s.background = ""
		case n >= 30 && n < 38:
			s.color = colors[n-30]
		case n >= 90 && n < 98:
			s.color = colors[n-90+8]
		case n >= 40 && n < 48:
			s.background = colors[n-40]
		case n >= 100 && n < 108:
			s.background = colors[n-100+8]
		case n == 38 || n == 48 || n == 58:
			color := fmt.Sprintf("#%02x%02x%02x", number(i+2), number(i+3), number(i+4))
			skip := 4
			if number(i+1) == 5 {
				color, skip = palette(number(i+2)), 2
			}
			i += skip
			if n == 38 {
				s.color = color
			} else if n == 48 {
				s.background = color
			}
		}
	}
}

// palette returns one of the 256 colors.
func palette(n int) string {
	switch {
	case n < 16:
		return colors[n]
	case n >= 232:
		return fmt.Sprintf("#%02[1]x%02[1]x%02[1]x", 8+10*(n-232))
	}
	level := func(n int) int {
		if n == 0 {
			return 0
		}
		return 55 + 40*n
	}
	n -= 16
	return fmt.Sprintf("#%02x%02x%02x", level(n/36), level(n/6%6), level(n%6))
}
