package sarif

import (
	"cmp"
	"fmt"
	"slices"
)

// The limits of GitHub code scanning (docs.github.com, "SARIF results exceed one or more limits").
const (
	// MaxResults is the maximum number of results in a run. GitHub rejects a log with more.
	MaxResults = 25_000
	// KeptResults is the number of results that GitHub shows, those with the highest severity.
	KeptResults = 5_000
	// MaxLocations is the maximum number of locations in a result. GitHub keeps the first 100.
	MaxLocations = 1_000
	// MaxTags is the maximum number of tags of a rule. GitHub keeps the first 10.
	MaxTags = 20
	// MaxName and MaxDescription are the maximum lengths of a rule's texts, in UTF-16 code units.
	MaxName        = 255
	MaxDescription = 1024
	// MaxCompressed is the maximum size of a log after gzip, in bytes.
	MaxCompressed = 10 << 20
)

// Limit reduces the run to GitHub's limits, and adds notifications about what it omits. It keeps the order of results
// unless there are more than GitHub shows, in which case the most severe come first.
func (r *Run) Limit() {
	for i := range r.Tool.Driver.Rules {
		r.Tool.Driver.Rules[i].limit()
	}
	locations := 0
	for i := range r.Results {
		result := &r.Results[i]
		if over := len(result.Locations) + len(result.RelatedLocations) - MaxLocations; over > 0 {
			locations += over
			result.RelatedLocations = slices.Clip(result.RelatedLocations[:len(result.RelatedLocations)-over])
		}
	}
	if locations > 0 {
		r.Notify(Note, fmt.Sprintf("%d related locations were left out: a result may have %d locations.", locations, MaxLocations))
	}
	found := len(r.Results)
	if found <= KeptResults {
		return
	}
	slices.SortStableFunc(r.Results, func(a, b Result) int { return cmp.Compare(a.Level.rank(), b.Level.rank()) })
	if found > MaxResults {
		left := map[Level]int{}
		for _, result := range r.Results[MaxResults:] {
			left[result.Level]++
		}
		r.Results = r.Results[:MaxResults]
		r.Notify(Warning, fmt.Sprintf("%d of %d results were left out (%d errors, %d warnings, %d notes): GitHub refuses a log with more than %d.",
			found-MaxResults, found, left[Error], left[Warning], left[Note], MaxResults))
	}
	r.Notify(Note, fmt.Sprintf("GitHub shows %d of the %d results in this log, the worst, which come first.", KeptResults, len(r.Results)))
}

// rank orders levels from most to least severe.
func (l Level) rank() int {
	return slices.Index([]Level{Error, Warning, Note}, l)
}

func (d *Descriptor) limit() {
	d.Name = Clip(d.Name, MaxName)
	for _, text := range []*Text{d.ShortDescription, d.FullDescription} {
		if text != nil {
			text.Text = Clip(text.Text, MaxDescription)
			text.Markdown = Clip(text.Markdown, MaxDescription)
		}
	}
	if p := d.Properties; p != nil && len(p.Tags) > MaxTags {
		p.Tags = p.Tags[:MaxTags]
	}
}

// Notify adds a notification about the run itself.
func (r *Run) Notify(level Level, text string) {
	if len(r.Invocations) == 0 {
		r.Invocations = []Invocation{{ExecutionSuccessful: true}}
	}
	last := &r.Invocations[len(r.Invocations)-1]
	last.ToolExecutionNotifications = append(last.ToolExecutionNotifications, Notification{Level: level, Message: Message{Text: text}})
}
