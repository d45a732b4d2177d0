package hostile

import "strings"

// states returns Git repositories that are incomplete, broken, or unusually large, for the commands that run Git.
func states() []tree {
	const change = "sed -i 's/: 1/: 2/' data/common.yaml; "
	const two = repository + "echo 'l: 1' >> data/common.yaml && git commit -qam two; "
	var trees []tree
	add := func(name, script string) {
		for _, args := range [][]string{{"lint", "--new-from-rev", "HEAD~", "."}, {"lint", "."}, {"why", "k"}, {"lint", "--fix", "."}} {
			trees = append(trees, tree{Name: "state: " + name + " (" + strings.Join(args, " ") + ")", Files: data("k: 1\nk: 2\n"), Script: script + change, Args: args, Exit: []int{0, 1, 2, 3}})
		}
	}
	add("a shallow clone", two+"git clone -q --depth 1 file://$PWD x && mv .git old && mv x/.git . && rm -rf x; ")
	add("a partial clone", two+"git config uploadpack.allowFilter true; git clone -q --filter=blob:none --no-checkout file://$PWD x && mv .git old && mv x/.git . && rm -rf x old; ")
	add("a work tree of another repository", two+"git worktree add -q --detach w && cp -r w/. . 2>/dev/null; rm -rf .git.old; true; ")
	add(".git is a file that names itself", "echo 'gitdir: .git' > .git; ")
	add(".git is a file that names a pipe", "mkfifo p; echo 'gitdir: p' > .git; ")
	add(".git is a file of 32 MB", "(printf 'gitdir: '; head -c 32000000 /dev/zero | tr '\\0' x) > .git; ")
	add(".git is a pipe", "mkfifo .git; ")
	add(".git is a link to /dev/zero", "ln -s /dev/zero .git; ")
	add(".git is a link to itself", "ln -s .git .git; ")
	add(".git names the root", "echo 'gitdir: /' > .git; ")
	add("a reference in a circle", two+"echo 'ref: refs/heads/a' > .git/refs/heads/b; echo 'ref: refs/heads/b' > .git/refs/heads/a; echo 'ref: refs/heads/a' > .git/HEAD; ")
	add("HEAD is 10 MB", two+"head -c 10000000 /dev/zero > .git/HEAD; ")
	add("HEAD is missing", two+"rm .git/HEAD; ")
	add("a branch that names a tree", two+"git rev-parse HEAD^{tree} > .git/refs/heads/$(git branch --show-current); ")
	add("a branch that names a missing commit", two+"echo 1234567890123456789012345678901234567890 > .git/refs/heads/$(git branch --show-current); ")
	add("100,000 references", two+"h=$(git rev-parse HEAD); (echo '# pack-refs with: peeled fully-peeled sorted '; seq -f '%06.0f' 100000 | sed \"s|^|$h refs/heads/b|\") > .git/packed-refs; ")
	add("100,000 files in the index", two+"b=$(git hash-object -w data/common.yaml); seq -f '%.0f' 100000 | sed \"s|.*|100644 $b\tdata/n/&.yaml|\" | git update-index --index-info; ")
	add("an index with conflicts", two+"b=$(git hash-object -w data/common.yaml); for s in 1 2 3; do printf '100644 %s %s\\tdata/common.yaml\\n' $b $s; done | git update-index --index-info; ")
	add("an index with paths outside", two+"printf 'DIRC' > .git/index; head -c 1000 /dev/urandom >> .git/index; ")
	add("a locked index", two+"touch .git/index.lock .git/HEAD.lock .git/config.lock; ")
	add("a split and sparse index", two+"git update-index --split-index; git sparse-checkout set --no-cone '/*' 2>/dev/null; ")
	add("a missing blob", two+"rm -f .git/objects/$(git rev-parse HEAD~:data/common.yaml | sed 's|..|&/|'); ")
	add("a blob that is another", two+"o=$(git rev-parse HEAD~:data/common.yaml); n=$(echo hello | git hash-object -w --stdin); rm -f .git/objects/${o%${o#??}}/${o#??}; cp .git/objects/${n%${n#??}}/${n#??} .git/objects/${o%${o#??}}/${o#??}; ")
	add("a replaced blob", two+"git replace HEAD~:data/common.yaml $(head -c 40000000 /dev/zero | git hash-object -w --stdin); ")
	add("a graft", two+"mkdir -p .git/info; echo \"$(git rev-parse HEAD) 1234567890123456789012345678901234567890\" > .git/info/grafts; ")
	add("1,000 commits", repository+"(echo 'reset refs/heads/x'; seq 1000 | sed 's|.*|commit refs/heads/x\\nmark :&\\ncommitter a <a@b> & +0000\\ndata 1\\na\\nM 100644 inline data/common.yaml\\ndata <<E\\nk: &\\nE\\n|') | git fast-import --quiet && git reset -q --soft x; ")
	add("a commit with 10,000 parents", two+"h=$(git rev-parse HEAD); (echo tree $(git rev-parse HEAD^{tree}); seq 10000 | sed \"s|.*|parent $h|\"; echo 'author a <a@b> 1 +0000'; echo 'committer a <a@b> 1 +0000'; echo; echo m) | git hash-object -t commit -w --stdin > c && git reset -q --soft $(cat c); rm c; ")
	add("a commit with a hostile author", two+"git -c user.name=\"$(printf '\\033[2J\\n::error::x\\342\\200\\256')\" -c user.email='x\"><script>' commit -q --allow-empty -m \"$(printf '\\033[2J\\n::error::x\\r')\"; ")
	add("a message of 20 MB", two+"head -c 20000000 /dev/zero | tr '\\0' x | git commit -q --allow-empty -F -; ")
	add("names that only differ in case, and .git", repository+"b=$(git hash-object -w data/common.yaml); printf '100644 blob %s\\t.GIT\\n100644 blob %s\\tdata\\n100644 blob %s\\tDATA\\n' $b $b $b | git mktree --missing > t; git update-ref HEAD $(git commit-tree -p HEAD -m t $(cat t)); rm t; ")
	add("a tree with .. in it", repository+"t=$(git rev-parse HEAD^{tree}); printf '040000 tree %s\\t..\\n040000 tree %s\\tdata\\n' $t $t | git mktree > t2; git update-ref HEAD $(git commit-tree -p HEAD -m t $(cat t2)); rm t2; ")
	add("submodules with hostile URLs", two+"printf '[submodule \"a\"]\\n path = modules/a\\n url = ext::sh -c touch% stolen\\n[submodule \"../../b\"]\\n path = ../b\\n url = --upload-pack=touch stolen\\n update = !touch stolen\\n' > .gitmodules; git update-index --add --cacheinfo 160000 $(git rev-parse HEAD) modules/a; git commit -qm s; ")
	add("hooks", two+"for h in post-checkout pre-commit post-index-change reference-transaction fsmonitor-watchman; do printf '#!/bin/sh\\ntouch %s/stolen\\n' $PWD > .git/hooks/$h; chmod +x .git/hooks/$h; done; git config core.hooksPath .git/hooks; ")
	add("settings that run commands", two+"for s in core.pager core.editor core.sshCommand core.askPass core.fsmonitor diff.external pager.log pager.diff pager.blame gpg.program blame.x credential.helper sequence.editor core.gitProxy uploadpack.packObjectsHook alias.diff alias.log alias.blame alias.cat-file interactive.diffFilter; do git config $s \"touch $PWD/stolen\"; done; "+
		"for s in diff.x.textconv diff.x.command filter.x.clean filter.x.smudge filter.x.process merge.x.driver; do git config $s \"touch $PWD/stolen\"; done; git config log.showSignature true; git config filter.x.required true; echo '* diff=x filter=x merge=x' > .gitattributes; mkdir -p .git/info; echo '* diff=x filter=x merge=x' > .git/info/attributes; ")
	add("attributes with other encodings", two+"echo '* working-tree-encoding=UTF-16 ident eol=crlf text=auto' > .gitattributes; git commit -qam e 2>/dev/null; true; ")
	add("an ignore list for blame that is a pipe", two+"mkfifo p; git config blame.ignoreRevsFile p; ")
	add("a mailmap that is a pipe", two+"mkfifo .mailmap; git config mailmap.file .mailmap; ")
	add("an attributes file that is a pipe", two+"mkfifo .gitattributes; ")
	add("a commit graph that is broken", two+"mkdir -p .git/objects/info; head -c 100000 /dev/urandom > .git/objects/info/commit-graph; ")
	add("alternates in a circle", two+"echo $PWD/.git/objects > .git/objects/info/alternates; ")
	add("a promisor that is a command", two+"git config remote.origin.url \"ext::sh -c touch% $PWD/stolen\"; git config protocol.ext.allow always; git config remote.origin.promisor true; git config extensions.partialClone origin; git config core.repositoryformatversion 1; rm -f .git/objects/$(git rev-parse HEAD~:data/common.yaml | sed 's|..|&/|'); ")
	add("a bare repository as the tree", two+"mv .git/* . ; git config core.bare true 2>/dev/null; rm -rf .git; ")
	add("a repository of SHA-256", "git init -q --object-format=sha256 . && git config user.name t && git config user.email t@example.com && git add -A && git commit -q -m one; ")
	add("a repository of an unknown version", two+"git config core.repositoryformatversion 99; git config extensions.x true; ")
	return trees
}
