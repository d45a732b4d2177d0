// Package misread recognizes unquoted scalars whose type in YAML differs from what people mean.
package misread

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// IsImplicitBoolean reports whether an unquoted scalar is a boolean written as a word other than true and false.
func IsImplicitBoolean(n *data.Node) bool {
	return n.Value.Kind() == data.Boolean && !strings.EqualFold(n.Text(), strconv.FormatBool(n.Value.Bool()))
}

// Misreading describes how YAML reads a scalar.
type Misreading struct {
	Severity              diagnostic.Severity // zero for the severity of the rule
	Message, Detail, Help string
}

// Of returns the misreading of an unquoted scalar: a number that looks like a different number or a string, or the
// reverse.
func Of(n *data.Node) (Misreading, bool) {
	text := n.Text()
	m := Misreading{Message: "unquoted `" + text + "` is the number " + number(n.Value), Help: "quote it if it is a string"}
	switch n.Value.Kind() {
	case data.String:
		if strings.HasPrefix(text, "0o") && len(text) > 2 && strings.Trim(text[2:], "01234567") == "" {
			return Misreading{
				Message: "`" + text + "` is a string, not an octal number",
				Detail:  "Puppet reads YAML 1.1, where octal numbers start with `0`; `0o` is YAML 1.2 syntax",
				Help:    "quote it if it is a string, or write it as `0" + text[2:] + "`",
			}, true
		}
		if exponent().MatchString(text) {
			return Misreading{
				Severity: diagnostic.Note,
				Message:  "`" + text + "` is a string, not a number",
				Detail:   "Puppet recognizes an exponent only with a decimal point and a sign: `1.0e+3`",
				Help:     "quote it if it is a string, or write out the number",
			}, true
		}
		return Misreading{}, false
	case data.Integer, data.Float:
	default:
		return Misreading{}, false
	}
	digits := strings.TrimLeft(text, "+-")
	switch {
	case strings.Contains(digits, ":"):
		m.Detail = "Puppet reads digits with colons as hours, minutes, and seconds, and converts them to seconds"
	case strings.HasPrefix(digits, "0x") && len(digits) > len("0x")+maxHexDigits:
		m.Detail = "Puppet reads digits after `0x` as a hexadecimal number"
	case strings.HasPrefix(digits, "0x"), strings.HasPrefix(digits, "0b"):
		return Misreading{}, false
	case strings.Contains(digits, ","):
		m.Detail = "Puppet drops the commas"
	case strings.Contains(digits, "_"):
		if inThousands(digits) {
			return Misreading{}, false
		}
		m.Detail = "Puppet drops the underscores"
	case n.Value.Kind() == data.Integer:
		return misreadInteger(n, digits, m)
	default:
		return misreadFloat(n, digits, m)
	}
	return m, true
}

// exponent matches numbers in scientific notation as in YAML 1.2.
var exponent = lazyregexp.New(`^[-+]?(?:\d+\.?\d*|\.\d+)[eE][-+]?\d+$`)

// number returns the number as Puppet prints it.
func number(v *data.Value) string {
	if v.Kind() == data.Integer {
		return v.BigInt().String()
	}
	text := strconv.FormatFloat(v.Float(), 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// inThousands reports whether underscores group the digits by three, so that a number is meant.
func inThousands(digits string) bool {
	whole, _, _ := strings.Cut(digits, ".")
	groups := strings.Split(whole, "_")
	for i, group := range groups {
		if len(group) > 3 || len(group) == 0 || i > 0 && len(group) != 3 {
			return false
		}
	}
	return len(groups) > 1
}

// misreadInteger handles integers without separators: octal numbers and telephone numbers.
func misreadInteger(n *data.Node, digits string, m Misreading) (Misreading, bool) {
	if strings.HasPrefix(digits, "0") && len(digits) > 1 {
		m.Detail = "Puppet reads a number with a leading zero as octal"
		if isSmall := len(strings.TrimLeft(digits, "0")) < 2; isSmall && !hasDigitStrings(n) {
			if isPartOfTime(n) {
				return Misreading{}, false
			}
			// Small numbers with a leading zero, such as priorities and months, have the value that was meant.
			m.Severity = diagnostic.Note
			m.Help = "quote it if the zero is significant, or remove the zero"
		}
		return m, true
	}
	if strings.HasPrefix(n.Text(), "+") && len(digits) >= phoneDigits {
		m.Detail = "Puppet drops the plus sign"
		return m, true
	}
	return Misreading{}, false
}

// maxHexDigits is the number of hexadecimal digits up to which a number is meant, such as a mask; more are those of a key
// or fingerprint.
const maxHexDigits = 8

// phoneDigits is the number of digits from which a number with a plus sign is considered a telephone number.
const phoneDigits = 7

// hasDigitStrings reports whether the array that contains a number also contains strings of digits, such as `08`.
func hasDigitStrings(n *data.Node) bool {
	list := n.Parent
	return list != nil && list.Kind == data.Sequence && slices.ContainsFunc(list.Children, func(other *data.Node) bool {
		return other.Value.Is(data.String) && other.Text() != "" && strings.Trim(other.Text(), "0123456789") == ""
	})
}

// isPartOfTime reports whether a scalar is a part of a time, whose leading zero has no meaning: `hour: 07`.
func isPartOfTime(n *data.Node) bool {
	if n.Parent != nil && n.Parent.Kind == data.Sequence {
		n = n.Parent
	}
	key := n.Counterpart()
	if key == nil || n.IsKey() || key.Kind != data.Scalar {
		return false
	}
	name := key.Text()
	switch name[strings.LastIndexAny(name, ":_")+1:] {
	case "hour", "hours", "min", "minute", "minutes", "month", "monthday", "weekday":
		return true
	}
	return false
}

// misreadFloat handles numbers with a decimal point that lose digits.
func misreadFloat(n *data.Node, digits string, m Misreading) (Misreading, bool) {
	if strings.Trim(digits, "0123456789.") != "" {
		return Misreading{}, false // has an exponent, or is infinite
	}
	whole, fraction, _ := strings.Cut(digits, ".")
	m.Detail = "Puppet keeps the value of a number, not its spelling"
	kept := cmp.Or(strings.TrimRight(fraction, "0"), "0")
	switch {
	case !strings.HasSuffix(number(n.Value), "."+kept):
		m.Detail = "Puppet keeps about 16 digits of a float"
	case len(whole) > 1 && whole[0] == '0':
	case fraction == "":
		if amongFloats(n) {
			return Misreading{}, false
		}
	case len(fraction) > len(kept):
		if !looksLikeVersion(n, whole, fraction) {
			m.Severity = diagnostic.Note
		}
	default:
		return Misreading{}, false
	}
	return m, true
}

// maxNumbers is the length up to which the other elements of an array are considered.
const maxNumbers = 1000

// amongFloats reports whether a number is in an array of numbers, another of which has digits after its decimal point.
func amongFloats(n *data.Node) bool {
	list := n.Parent
	if list == nil || list.Kind != data.Sequence || len(list.Children) > maxNumbers {
		return false
	}
	hasFloat := false
	for _, other := range list.Children {
		if !other.Value.Is(data.Float) && !other.Value.Is(data.Integer) {
			return false
		}
		hasFloat = hasFloat || other.Value.Is(data.Float) && !strings.HasSuffix(other.Text(), ".")
	}
	return hasFloat
}

// looksLikeVersion reports whether a number that ends in a zero is probably a version: its key says so, or it is one
// like 1.10, which follows 1.9. Fractions such as 1.50 are usually quantities.
func looksLikeVersion(n *data.Node, whole, fraction string) bool {
	for _, name := range n.Path() {
		name = strings.ToLower(name)
		if strings.Contains(name, "version") || strings.Contains(name, "release") {
			return true
		}
	}
	return len(whole) > 0 && len(whole) < 3 && whole != "0" && n.Text()[0] != '-' && len(fraction) == 2 && fraction != "00" && fraction != "50"
}
