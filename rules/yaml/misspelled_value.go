package yaml

import (
	"cmp"
	"iter"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/secret"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// MisspelledValue reports names of hosts, files, and the like with a word that occurs nowhere else, if the same name with a
// similar and frequent word does.
var MisspelledValue = &rule.Rule{
	ID: "HL1030", Name: "misspelled-value", Family: family, Severity: diagnostic.Warning,
	CheckProject: func(p *rule.ProjectPass) {
		var found []*misspelledName
		for _, kind := range []*nameKind{wholeNames, hostNames, segmentNames} {
			names := misspelledNames(p.Site, kind)
			addPlaces(p.Project, kind, names)
			found = append(found, names...)
		}
		found = slices.DeleteFunc(found, func(m *misspelledName) bool { return !m.isReportable() }) // none in most trees
		if len(found) == 0 {
			return
		}
		times, reported := occurrences(p.Site, misspelledValueKey{}, soughtIn(found)), map[namePlace]bool{}
		for _, m := range found {
			if times[m.word] <= m.count && times[m.meant] >= max(minFrequent, timesRare*m.count) && !isJoined(m.word, times) {
				m.report(p, times[m.meant], reported)
			}
		}
	},
}

const (
	// longestName is the length up to which names are compared, and shortestWord that of the longest word in them. longestWord is the length up to
	// which words are compared.
	longestName, shortestWord, longestWord = 100, 5, 30
	// shortestTop is the length of the shortest top-level domains.
	shortestTop = 2
	// shortestPart is the length from which words are compared, and from which the parts of a word may be words themselves.
	shortestPart = 4
	// maxSame is the number of places up to which all may have the same misspelling.
	maxSame = 6
	// minFrequent is how often a frequent word occurs, and timesRare how many times as often as a misspelling of it.
	minFrequent, timesRare = 6, 4
	// maxRare and maxMisspellings are the numbers of rare and misspelled words up to which they are not taken for random ones.
	maxRare, maxMisspellings = 20_000, 1000
)

// misspelledName is a name with a word that occurs in no other name.
type misspelledName struct {
	kind       *nameKind
	name, word string
	count      int // the number of places
	// meant is the word that was probably meant; "" if there is none. isAmbiguous reports that there are several.
	meant       string
	isAmbiguous bool
	// inCode reports that code contains the name with the word that was meant, and isFile that a data file has this name. places are where data contains the name, and
	// corrects some of the places of the name with the word that was meant, possibly with other numbers.
	inCode   bool
	isFile   bool
	places   []namePlace
	corrects []namePlace
}

// namePlace is a place of a name, and where it is in the text there.
type namePlace struct {
	file     *project.File
	node     *data.Node
	from, to int
}

func (at *namePlace) name() string { return at.node.Text()[at.from:at.to] }

// nameKind finds the names of one kind in a text, and the words in a name of which one may be misspelled.
type nameKind struct {
	in    func(text string, yield func(from, to int) bool)
	words func(name string) iter.Seq2[int, int]
}

// wholeNames are texts that are names. hostNames are the names of hosts in texts from one of their labels on, and the words of
// which are those of that label: it does not matter on which host of a domain. segmentNames are the parts of paths that are names.
var wholeNames, hostNames, segmentNames = &nameKind{wholeName, wordsOf}, &nameKind{domainsIn, wordsOfLabel}, &nameKind{segmentsOf, wordsOf}

// wordUse is how often a word occurs in data, and the only name that contains it, with the hash of the rest; "" if there are several.
type wordUse struct {
	count int
	only  string
	rest  uint64
}

// nameUse is a name in a file. The text of the name has 0 for each number.
type nameUse struct {
	name, text string
	words      []nameWord
}

// nameWord is a word in a name, and the hash of the rest of the name, with 0 for each number: names often differ only in numbers.
type nameWord struct {
	word string
	rest uint64
}

func (k *nameKind) use(name string) nameUse {
	u := nameUse{name: name, text: withoutNumbers(name)}
	for from, to := range k.words(u.text) {
		u.words = append(u.words, nameWord{u.text[from:to], nearest.HashWithout(u.text, from, to)})
	}
	return u
}

// countedUse is a name with the number of its uses.
type countedUse struct {
	nameUse
	count int
}

// misspelledNames returns names with a word that is probably misspelled, if it does not occur elsewhere.
func misspelledNames(s *rule.Site, kind *nameKind) []*misspelledName {
	names := map[string]countedUse{}
	for _, f := range s.Project.Files {
		for _, u := range kind.namesOf(f) {
			names[u.name] = countedUse{u, names[u.name].count + 1}
		}
	}
	words := usesOf(names)
	rare := rareAmong(words, kind)
	if rare == nil {
		return nil
	}
	var found []*misspelledName
	compare := func(w nameWord, in wordPlace) {
		if like := rare[w.rest]; like != nil {
			found = append(found, like.compare(w.word, in)...)
		}
	}
	for _, u := range names {
		for _, w := range u.words {
			if words[w.word].count > 1 {
				compare(w, inData)
			}
		}
	}
	for _, w := range kind.inCode(s) {
		compare(w, inCode)
	}
	if kind != hostNames {
		for _, f := range s.Project.Files {
			name := strings.TrimSuffix(path.Base(f.Doc.File.Path), path.Ext(f.Doc.File.Path))
			if len(name) > longestName || !isCompound(name) {
				continue
			}
			for _, w := range kind.use(name).words {
				compare(w, inFileName)
			}
		}
	}
	slices.SortFunc(found, func(a, b *misspelledName) int { return cmp.Compare(a.word, b.word) })
	found = lists.Filter(slices.Compact(found), func(m *misspelledName) bool { return !m.isAmbiguous })
	if len(found) > maxMisspellings {
		return nil
	}
	return found
}

// usesOf returns how the words of names are used.
func usesOf(names map[string]countedUse) map[string]wordUse {
	words := map[string]wordUse{}
	for name, u := range names {
		for _, w := range u.words {
			use, isKnown := words[w.word]
			if use.count += u.count; isKnown {
				use.only = ""
			} else {
				use.only, use.rest = name, w.rest
			}
			words[w.word] = use
		}
	}
	return words
}

// rareAmong returns the words that occur in a single name, by the rest of that name; nil if there are none, or too many.
func rareAmong(words map[string]wordUse, kind *nameKind) map[uint64]*rareWords {
	rare, count := map[uint64]*rareWords{}, 0
	for word, use := range words {
		if use.only == "" || use.count > maxSame {
			continue
		}
		words := lists.GetOrPut(rare, use.rest, func() *rareWords { return &rareWords{} })
		words.all = append(words.all, &misspelledName{kind: kind, name: use.only, word: word, count: use.count})
		count++
	}
	if count == 0 || count > maxRare {
		return nil
	}
	return rare
}

// namesOf returns the names with words in a file, each as often as it occurs.
func (k *nameKind) namesOf(f *project.File) []nameUse {
	return project.Derive(f, k, func() (names []nameUse) {
		for at := range k.namesIn(f) {
			if u := k.use(at.name()); len(u.words) > 0 {
				names = append(names, u)
			}
		}
		return names
	})
}

// inCode returns the words of names in code.
func (k *nameKind) inCode(s *rule.Site) []nameWord {
	return rule.OnceOfCode(s, k, func() []nameWord {
		names := map[string]bool{}
		var text string
		found := func(from, to int) bool { // one function for all strings, of which there are many
			names[text[from:to]] = true
			return true
		}
		for code := range s.AllCode() {
			for text = range code.Strings() {
				k.in(text, found)
			}
		}
		var words []nameWord
		for name := range names {
			words = append(words, k.use(name).words...)
		}
		return words
	})
}

// namesIn iterates over the names in a data file, except for root keys and lookup_options. Those of aliases are at their
// anchors.
func (k *nameKind) namesIn(f *project.File) iter.Seq[namePlace] {
	return func(yield func(namePlace) bool) {
		w := &nameWalk{kind: k}
		w.found = func(from, to int) bool {
			w.isDone = !yield(namePlace{f, w.node, from, to})
			return !w.isDone
		}
		for key, value := range f.Doc.Root.Entries() {
			if !rule.IsKey(key, lookupoptions.Key) && !w.walk(value) {
				return
			}
		}
	}
}

// nameWalk finds the names in the nodes of a file. It has one function for all of them, since there are many nodes.
type nameWalk struct {
	kind   *nameKind
	node   *data.Node // the current one
	found  func(from, to int) bool
	isDone bool
}

// walk finds the names in a node, and returns whether to go on.
func (w *nameWalk) walk(n *data.Node) bool {
	if n.Kind == data.Scalar {
		if n.Value.Is(data.String) {
			w.node = n
			w.kind.in(n.Text(), w.found)
		}
		return !w.isDone
	}
	for _, child := range n.Children {
		if !w.walk(child) {
			return false
		}
	}
	return true
}

// wholeName yields a text if it is a name.
func wholeName(text string, yield func(from, to int) bool) {
	if len(text) <= longestName && isCompound(text) {
		yield(0, len(text))
	}
}

// segmentsOf yields the parts of a path that are names.
func segmentsOf(text string, yield func(from, to int) bool) {
	if len(text) > longestName || strings.IndexByte(text, '/') < 0 {
		return // as for most
	}
	for from := 0; from <= len(text); {
		to := from
		for to < len(text) && text[to] != '/' {
			to++
		}
		if isCompound(text[from:to]) && !yield(from, to) {
			return
		}
		from = to + 1
	}
}

// domainsIn yields the names of hosts in a text, such as a URL, without their first labels, with one less, and so on.
func domainsIn(text string, yield func(from, to int) bool) {
	for end := 0; ; {
		dot := strings.IndexByte(text[end:], '.')
		if dot < 0 {
			return // as for most
		}
		from, start := end+dot, end
		for from > start && isInHost(text[from-1]) {
			from--
		}
		for end += dot; end < len(text) && isInHost(text[end]); {
			end++
		}
		if end < len(text) && strings.IndexByte(":/?#,; \n", text[end]) < 0 || !isHostAt(text, from) {
			continue
		}
		to := from + len(strings.TrimRight(text[from:end], ".-"))
		top := strings.LastIndexByte(text[from:to], '.') + 1
		if to-from-top < shortestTop || strings.IndexFunc(text[from+top:to], func(r rune) bool { return !ascii.IsLetter(r) }) >= 0 {
			continue
		}
		for dot := strings.IndexByte(text[from:to], '.'); dot >= 0; dot = strings.IndexByte(text[from:to], '.') {
			if dot >= shortestWord && to-from <= longestName && !yield(from, to) {
				return
			}
			from += dot + 1
		}
	}
}

// isInHost reports whether a character may be part of the name of a host.
func isInHost(c byte) bool { return ascii.IsLetter(c) || ascii.IsDigit(c) || c == '-' || c == '.' }

// isHostAt reports whether what precedes the index at in a text may precede the name of a host, or of its domain.
func isHostAt(text string, at int) bool {
	return at == 0 || text[at] == '.' || strings.IndexByte("@,;= :\n", text[at-1]) >= 0 || strings.HasSuffix(text[:at], "//")
}

// wordsOfLabel iterates over the words in the first label of the name of a host that are long and in lower case.
func wordsOfLabel(name string) iter.Seq2[int, int] {
	label, _, _ := strings.Cut(name, ".")
	return wordsOf(label)
}

// isCompound reports whether a string consists of several parts, one of them with a long word, and nothing but letters, digits,
// and what separates them in names. Strings with a namespace are the names of classes or keys.
func isCompound(text string) bool {
	parts, letters, longest, isIn := 0, 0, 0, false
	for i := range len(text) {
		c := text[i]
		wasIn, isLetter := isIn, ascii.IsLetter(c)
		if isIn = isLetter || ascii.IsDigit(c); isIn && !wasIn {
			parts++
		}
		if isLetter {
			letters++
			longest = max(longest, letters)
			continue
		}
		letters = 0
		if !isIn && (strings.IndexByte("-_./:*#,@=", c) < 0 || c == ':' && i > 0 && text[i-1] == ':') {
			return false
		}
	}
	return parts > 1 && longest >= shortestWord
}

// wordsOf iterates over the words of a name that are not short and in lower case.
func wordsOf(name string) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for at := 0; at+shortestPart <= len(name); at++ {
			from, isLower := at, true
			for at < len(name) && ascii.IsLetter(name[at]) {
				isLower = isLower && ascii.IsLower(name[at])
				at++
			}
			if n := at - from; isLower && n >= shortestPart && n <= longestWord && !yield(from, at) {
				return
			}
		}
	}
}

// rareWords are names with a rare word that have the same rest.
type rareWords struct {
	all []*misspelledName
	// names are the names by the word, and by the word without one of its letters; nil until a word is compared. compared are the
	// words in data or code with which they were.
	names    map[string][]*misspelledName
	compared map[comparedWord]bool
}

// comparedWord is a word in data, code, or the name of a data file.
type comparedWord struct {
	word string
	in   wordPlace
}

// wordPlace is where a word is.
type wordPlace uint8

const (
	inData wordPlace = iota
	inCode
	inFileName
)

// compare returns the names that a typing error distinguishes from those with another word, which may be meant, and notes this in them.
func (r *rareWords) compare(word string, in wordPlace) []*misspelledName {
	if len(r.all) == 1 && r.all[0].word == word || r.compared[comparedWord{word, in}] {
		return nil // as for most
	}
	if r.names == nil {
		r.names, r.compared = map[string][]*misspelledName{}, map[comparedWord]bool{}
		for _, m := range r.all {
			r.names[m.word] = append(r.names[m.word], m)
			for i := range len(m.word) {
				short := m.word[:i] + m.word[i+1:]
				r.names[short] = append(r.names[short], m)
			}
		}
	}
	r.compared[comparedWord{word, in}] = true
	var found []*misspelledName
	with := func(names []*misspelledName) {
		for _, m := range names {
			if isSlip(m.word, word) || m.isSlipInName(word) {
				m.isAmbiguous = m.isAmbiguous || m.meant != "" && m.meant != word
				m.meant, m.inCode, m.isFile = word, m.inCode || in == inCode, m.isFile || in == inFileName
				found = append(found, m)
			}
		}
	}
	with(r.names[word])
	for i := range len(word) {
		var short [longestWord]byte
		n := copy(short[:], word[:i])
		n += copy(short[n:], word[i+1:])
		with(r.names[string(short[:n])])
	}
	return found
}

// isSlipInName reports whether the name has a typing error in comparison with that with another word, which is short.
func (m *misspelledName) isSlipInName(word string) bool {
	return len(word) == shortestPart && nearest.IsTypo(m.name, m.with(word))
}

// isSlip reports whether a word differs from another one as by a typing error. One with another ending is another word, also
// in the plural.
func isSlip(word, other string) bool {
	if strings.HasSuffix(word, "s") && strings.HasSuffix(other, "s") {
		word, other = word[:len(word)-1], other[:len(other)-1]
	}
	at, edit := nearest.SingleEdit(word, other)
	return nearest.IsTypo(word, other) && !(edit == nearest.Replaced && at == len(word)-1)
}

// withoutNumbers returns a name with 0 for each number.
func withoutNumbers(name string) string {
	if !strings.ContainsAny(name, "123456789") && !strings.Contains(name, "00") {
		return name
	}
	short := make([]byte, 0, longestName)
	for i := range len(name) {
		if !ascii.IsDigit(name[i]) {
			short = append(short, name[i])
		} else if i == 0 || !ascii.IsDigit(name[i-1]) {
			short = append(short, '0')
		}
	}
	return string(short)
}

// indexOfWord returns the index of a word in a name.
func indexOfWord(name, word string) int {
	for from, to := range wordsOf(name) {
		if name[from:to] == word {
			return from
		}
	}
	return -1
}

// corrected returns the name with the word that was meant.
func (m *misspelledName) corrected() string { return m.with(m.meant) }

// with returns the name with another word.
func (m *misspelledName) with(word string) string {
	at := indexOfWord(m.name, m.word)
	return m.name[:at] + word + m.name[at+len(m.word):]
}

// addPlaces adds the places of the names in data.
func addPlaces(p *project.Project, kind *nameKind, found []*misspelledName) {
	if len(found) == 0 {
		return
	}
	names, corrected := map[string][]*misspelledName{}, map[string][]*misspelledName{}
	for _, m := range found {
		names[m.name] = append(names[m.name], m)
		name := withoutNumbers(m.corrected())
		corrected[name] = append(corrected[name], m)
	}
	isFound := func(u nameUse) bool { return names[u.name] != nil || corrected[u.text] != nil }
	for _, f := range p.Files {
		if !slices.ContainsFunc(kind.namesOf(f), isFound) {
			continue // as for most
		}
		for at := range kind.namesIn(f) {
			for _, m := range names[at.name()] {
				m.places = append(m.places, at)
			}
			for _, m := range corrected[withoutNumbers(at.name())] {
				if len(m.corrects) < maxSame {
					m.corrects = append(m.corrects, at)
				}
			}
		}
	}
}

type misspelledValueKey struct{}

// soughtIn returns the words of names, those that were meant, and their parts.
func soughtIn(found []*misspelledName) []string {
	var words []string
	for _, m := range found {
		words = append(words, m.word, m.meant)
		for first, last := range partsOf(m.word) {
			words = append(words, first, last)
		}
	}
	return words
}

// occurrences returns how often words occur in data and code, including comments, and in the paths of files, in upper or lower case. The
// key is that of the rule.
func occurrences(s *rule.Site, key any, words []string) map[string]int {
	sought := newSoughtWords(words)
	times := map[string]int{}
	add := func(counted map[string]int) {
		for word, n := range counted {
			times[word] += n
		}
	}
	id := countedKey{key}
	for _, f := range s.Project.Files {
		add(project.Derive(f, id, newCounted).of(sought, singleFile(f.Doc.File)))
	}
	add(rule.OnceOfCode(s, id, newCounted).of(sought, codeFiles(s)))
	return times
}

// soughtWords are words to count in lower case.
type soughtWords struct {
	words  map[string]bool
	starts [1 << 10]bool // of the words, see startOf
	id     string        // identifies the words
}

func newSoughtWords(words []string) *soughtWords {
	sought := &soughtWords{words: map[string]bool{}}
	for _, word := range words {
		sought.words[word], sought.starts[startOf(word)] = true, true
	}
	sought.id = strings.Join(slices.Sorted(maps.Keys(sought.words)), " ")
	return sought
}

// countIn adds how often the words occur in a text.
func (sought *soughtWords) countIn(text []byte, times map[string]int) {
	for at := 0; at+shortestPart <= len(text); at++ {
		from := at
		for at < len(text) && ascii.IsLetter(text[at]) {
			at++
		}
		if n := at - from; n < shortestPart || n > longestName || !sought.starts[startOf(text[from:])] {
			continue
		}
		if word := strings.ToLower(string(text[from:at])); sought.words[word] {
			times[word]++
		}
	}
}

// countedKey identifies the counts of a rule.
type countedKey struct{ rule any }

// counted is how often the words that were last sought occur in files. After most edits, the same words are sought.
type counted struct {
	mu    sync.Mutex
	id    string // of the words
	times map[string]int
}

func newCounted() *counted { return &counted{} }

// of returns how often words occur in the files. The files are always the same.
func (c *counted) of(sought *soughtWords, files iter.Seq[*source.File]) map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.times == nil || c.id != sought.id {
		c.id, c.times = sought.id, map[string]int{}
		for f := range files {
			sought.countIn([]byte(f.Path), c.times)
			sought.countIn(f.Text, c.times)
		}
	}
	return c.times
}

func singleFile(f *source.File) iter.Seq[*source.File] {
	return func(yield func(*source.File) bool) { yield(f) }
}

// codeFiles iterates over the code files, each once.
func codeFiles(s *rule.Site) iter.Seq[*source.File] {
	return func(yield func(*source.File) bool) {
		seen := map[*source.File]bool{}
		for code := range s.AllCode() {
			for f := range code.Files() {
				if !seen[f] && !yield(f) {
					return
				}
				seen[f] = true
			}
		}
	}
}

// partsOf iterates over the two parts into which a word can be divided.
func partsOf(word string) iter.Seq2[string, string] {
	return func(yield func(first, last string) bool) {
		for at := shortestPart; at+shortestPart <= len(word) && yield(word[:at], word[at:]); at++ {
		}
	}
}

// isJoined reports whether a word consists of two that occur, like logfile.
func isJoined(word string, times map[string]int) bool {
	for first, last := range partsOf(word) {
		if times[first] > 0 && times[last] > 0 {
			return true
		}
	}
	return false
}

// startOf returns the first two letters of a word as a number.
func startOf[T string | []byte](word T) int { return int(word[0]&0x1f)<<5 | int(word[1]&0x1f) }

// isReportable removes the places that are not reported, and reports whether there are others: the hash, array, or list in a string
// there also contains the correct text, or the text is a domain, which is often one like another in order to redirect to it. Names of
// attributes are left to rules that know more about them.
func (m *misspelledName) isReportable() bool {
	m.corrects = slices.DeleteFunc(m.corrects, func(at namePlace) bool { return isSecret(at.file, at.node) })
	if len(m.corrects) == 0 && !m.inCode && !m.isFile {
		return false
	}
	m.places = slices.DeleteFunc(m.places, func(at namePlace) bool {
		text, word := at.node.Text(), m.wordAt(at)
		isAttribute := at.node.IsKey() && pp.IsParameterName(text)
		isDomain := m.kind == hostNames && strings.Count(m.name, ".") == 1 && strings.TrimPrefix(strings.TrimPrefix(text, "*."), "www.") == m.name
		return isAttribute || isDomain || rule.IsUnreadExample(at.file) || isBeside(at, text[:word.from]+m.meant+text[word.to:]) ||
			strings.Contains(text, text[startOfHost(text, at.from):at.from]+m.corrected()) || isSecret(at.file, at.node)
	})
	return len(m.places) > 0
}

type secretsKey struct{}

// isSecret reports whether a node of a file is written at the place of a secret.
func isSecret(f *project.File, n *data.Node) bool {
	return project.Derive(f, secretsKey{}, func() *secret.Redactor { return secret.NewRedactor([]*data.Document{f.Doc}) }).IsSecret(n)
}

// wordAt returns the place of the word in a place of the name.
func (m *misspelledName) wordAt(at namePlace) namePlace {
	from := at.from + indexOfWord(m.name, m.word)
	return namePlace{at.file, at.node, from, from + len(m.word)}
}

// report reports a name at its places.
func (m *misspelledName) report(p *rule.ProjectPass, times int, reported map[namePlace]bool) {
	where := "only in this string"
	if others := len(m.places) - 1; others > 0 {
		where = "only in this string and " + plural.Count(others, "other")
	}
	for _, at := range m.places {
		word := m.wordAt(at)
		if reported[word] {
			continue
		}
		reported[word] = true
		span := at.node.SourceSpan(word.from, word.to)
		d := diagnostic.Diagnostic{
			File: at.node.Doc.File, Span: span, Key: rule.KeyPath(at.node),
			Message: "`" + m.word + "` occurs " + where + ", but `" + m.meant + "` " + strconv.Itoa(times) + " times in data and code",
			Detail:  "Puppet passes the string on unchanged. The same string with `" + m.meant + "` occurs in code",
			Meant:   m.meant,
			Fixes:   []diagnostic.Fix{edit.Write(at.node.Doc.File, span, m.meant)},
		}
		if len(m.corrects) > 0 {
			n := m.corrects[0].node
			d.Detail = "Puppet passes the string on unchanged. The same string with `" + m.meant + "` occurs in other data"
			d.Related = []diagnostic.Related{{File: n.Doc.File, Span: n.Span, Message: "with `" + m.meant + "` here"}}
		} else if !m.inCode {
			d.Detail = "Puppet passes the string on unchanged. The same string with `" + m.meant + "` is the name of a data file"
		}
		p.Report(d)
	}
}

// startOfHost returns where the host starts of which a name is the end.
func startOfHost(text string, at int) int {
	for at > 0 && isInHost(text[at-1]) {
		at--
	}
	return at
}

// isBeside reports whether the hash or array of a name, other than the whole file, contains a text.
func isBeside(at namePlace, text string) bool {
	return at.node.Parent != at.file.Doc.Root &&
		slices.ContainsFunc(at.node.Parent.Children, func(other *data.Node) bool { return other.Kind == data.Scalar && other.Text() == text })
}
