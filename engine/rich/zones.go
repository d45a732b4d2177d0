package rich

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// zoneList contains the names of time zones that Ruby's DateTime knows, by offset from UTC in
// seconds (Ruby 3.1: DateTime._strptime(name, '%z')). Names of several words must be followed by
// "standard time" or "daylight time".
//
//go:embed zones.txt
var zoneList string

var zoneOffsets = sync.OnceValue(func() map[string]int {
	offsets := map[string]int{}
	for line := range strings.SplitSeq(strings.TrimSpace(zoneList), "\n") {
		seconds, names, _ := strings.Cut(line, ": ")
		offset, _ := strconv.Atoi(seconds)
		for name := range strings.SplitSeq(names, ", ") {
			offsets[name] = offset
		}
	}
	return offsets
})

// zoneExpr matches the zones that %Z accepts.
var zoneExpr = lazyregexp.New(`(?i)\A((?:gmt|utc?)?[-+]\d+(?:[,.:]\d+(?::\d+)?)?|[\pL.` + rubySpace + `]+(?:standard|daylight)[` + rubySpace +
	`]time\b|\pL+(?:[` + rubySpace + `]dst)?\b)`)

const rubySpace = `\t\n\v\f\r `

// zoneOffset returns how many seconds a zone is ahead of UTC. ok is false if it is unknown.
func zoneOffset(zone string) (seconds int, ok bool) {
	name := strings.ToLower(zone)
	extra := 0
	for suffix, more := range map[string]int{" standard time": 0, " daylight time": 3600, " dst": 3600} {
		if rest, found := strings.CutSuffix(name, suffix); found {
			name, extra = rest, more
		}
	}
	if offset, known := zoneOffsets()[name]; known {
		return offset + extra, true
	}
	name = strings.TrimPrefix(strings.TrimPrefix(name, "gmt"), "utc")
	if name == "" || name[0] != '+' && name[0] != '-' {
		return 0, false
	}
	seconds, ok = clockOffset(name[1:])
	if name[0] == '-' {
		seconds = -seconds
	}
	return seconds, ok
}

// clockOffset parses hours and minutes: 1, 12, 130, 0130, 01:30, 01:30:15, 1.5.
func clockOffset(s string) (int, bool) {
	number := func(s string) int {
		n, _ := strconv.Atoi(s)
		return n
	}
	if strings.Contains(s, ":") {
		parts := strings.Split(s, ":")
		seconds := number(parts[0])*3600 + number(parts[1])*60
		if len(parts) > 2 {
			seconds += number(parts[2])
		}
		return seconds, true
	}
	if i := strings.IndexAny(s, ",."); i >= 0 {
		fraction := s[i+1 : min(len(s), i+8)]
		f, err := strconv.ParseFloat("0."+fraction, 64)
		return number(s[:i])*3600 + int(f*3600), err == nil
	}
	hours := 2 - len(s)%2
	seconds := number(s[:min(hours, len(s))]) * 3600
	if len(s) > hours {
		seconds += number(s[hours:hours+2]) * 60
	}
	if len(s) > hours+2 {
		seconds += number(s[hours+2 : hours+4])
	}
	return seconds, true
}

// timezoneOffset returns the offset of a time zone that was given as an argument.
func timezoneOffset(zone string) (int, bool) {
	if strings.EqualFold(zone, "current") {
		_, offset := time.Now().Zone()
		return offset, true
	}
	m := zoneExpr().FindString(zone)
	if m == "" {
		return 0, false
	}
	return zoneOffset(m)
}
