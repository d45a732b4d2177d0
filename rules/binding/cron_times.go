package binding

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
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

// value describes the values of the attribute.
func (t *cronTime) value() *attributeValue {
	return &attributeValue{
		isList: true,
		accepts: func(v *data.Value) bool {
			return (v.Kind() == data.String || v.Kind() == data.Integer) && t.accepts(rubytext.ToS(v))
		},
		help: "write a number from " + strconv.FormatInt(t.lowest, 10) + " to " + strconv.FormatInt(t.highest, 10) + ", `*`, a step such as `*/2`, or a range such as `1-5`",
	}
}
