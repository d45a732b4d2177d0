package binding

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// cronTime is an attribute of the resource type cron that sets when a job runs: the numbers from lowest to highest are
// valid, and the names or their first three letters.
type cronTime struct {
	lowest, highest int64
	names           string
}

// cronTimes are the attributes of cron_core 1.1.
var cronTimes = map[string]cronTime{
	"minute":   {0, 59, ""},
	"hour":     {0, 23, ""},
	"monthday": {1, 31, ""},
	"month":    {1, 12, "january february march april may june july august september october november december"},
	"weekday":  {0, 7, "sunday monday tuesday wednesday thursday friday saturday"},
}

// cronRange matches steps and ranges, whose numbers Puppet does not check.
var cronRange = lazyregexp.New(`^(?:\*/[0-9]+|[0-9]+-[0-9]+(?:/[0-9]+)?)$`)

// accepts reports whether Puppet accepts a string or an integer.
func (t *cronTime) accepts(text string) bool {
	if text == "absent" || text == "*" || cronRange().MatchString(text) {
		return true
	}
	if n, ok := new(big.Int).SetString(text, 10); ok && !strings.ContainsAny(text, "+_") {
		return n.IsInt64() && n.Int64() >= t.lowest && n.Int64() <= t.highest
	}
	text = strings.ToLower(text)
	return lists.Any(strings.FieldsSeq(t.names), func(name string) bool { return text == name || text == name[:3] })
}

// checkCronTime reports a value that the resource type cron does not accept for an attribute.
func (r *resources) checkCronTime(p *rule.KeyPass, title, attribute string, t cronTime, v *data.Value) {
	if v.Kind() == data.Array {
		for _, item := range v.Items() {
			if item.Kind() != data.Array {
				r.checkCronTime(p, title, attribute, t, item)
			}
		}
		return
	}
	n := v.Node()
	if n == nil || n.Doc == nil || v.Kind() != data.String && v.Kind() != data.Integer || isInterpolated(v) {
		return
	}
	written := rubytext.ToS(v)
	if t.accepts(written) {
		return
	}
	d := diagnostic.Diagnostic{
		Message: "resource type `cron` does not accept the value `" + rule.Shown(written) + "` of `" + attribute + "`",
		Detail:  "Catalogs with the " + r.resource(title) + " cannot be applied",
		Help:    "write a number from " + strconv.FormatInt(t.lowest, 10) + " to " + strconv.FormatInt(t.highest, 10) + ", `*`, a step such as `*/2`, or a range such as `1-5`",
		Instead: []string{"yaml-implicit-number"},
	}
	if times := t.listed(n.Text()); times != "" {
		d.Help = "write an array: `" + times + "`"
		if n.Parent.Kind == data.Mapping {
			d.Fixes = []diagnostic.Fix{edit.Write(n.Doc.File, n.Span, times)}
		}
	}
	r.report(p, n, d, title)
}

// listed returns the array that is meant by several values in a string, such as `0,30`, or "".
func (t *cronTime) listed(text string) string {
	times := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	if len(times) < 2 || !lists.All(times, t.accepts) {
		return ""
	}
	for i, time := range times {
		if strings.ContainsFunc(time, func(r rune) bool { return !ascii.IsDigit(r) }) {
			times[i] = "'" + time + "'"
		}
	}
	return "[" + strings.Join(times, ", ") + "]"
}
