package data

import (
	"math"
	"strconv"
	"strings"
)

// This file handles tags as Psych 4.0.3 does (in its class ToRuby). Most are ignored, but a tagged
// scalar is resolved as if it were plain, even in quotes. If a tag names a Ruby class, the whole
// file fails.

// yamlTagPrefix is the prefix for !!.
const yamlTagPrefix = "tag:yaml.org,2002:"

func isOmapTag(tag string) bool { return tag == "!omap" || tag == yamlTagPrefix+"omap" }

// isStringTag reports whether Psych converts a node with the tag to a String.
func isStringTag(tag string) bool {
	return tag == yamlTagPrefix+"str" || tag == "!str" || tag == "!str:" || tag == "!ruby/string" || tag == "!ruby/string:"
}

// after returns the rest of tag after one of the prefixes; ok is false if it has none of them.
func after(tag string, prefixes ...string) (rest string, ok bool) {
	for _, prefix := range prefixes {
		if rest, ok = strings.CutPrefix(tag, prefix); ok {
			return rest, true
		}
	}
	return "", false
}

// resolveTagged sets v to the value of a scalar with the tag. It returns nil unless Psych rejects
// the value.
func resolveTagged(v *Value, tag, text string) *refusal {
	if class, ok := after(tag, "!str:", "!ruby/string:"); ok && class != "" {
		return forbidden(class)
	}
	if isStringTag(tag) {
		v.kind, v.text = String, text
		return nil
	}
	if strings.HasPrefix(tag, "!ruby/sym") {
		v.kind, v.text = Symbol, text
		return nil
	}
	switch tag {
	case "!binary", yamlTagPrefix + "binary":
		v.kind, v.binary, v.text = String, true, decodeBase64(text)
		return nil
	case "!float", yamlTagPrefix + "float":
		return resolveFloatTag(v, text)
	case "!ruby/class", "!ruby/module":
		if text != "" {
			return forbidden(text)
		}
		v.kind = Undef
		return nil
	case "!ruby/object:BigDecimal", "!ruby/object:DateTime", "!ruby/object:Complex", "!ruby/object:Rational":
		return forbidden(strings.TrimPrefix(tag, "!ruby/object:"))
	case "!ruby/regexp":
		return forbidden("Regexp")
	case "!ruby/range":
		return forbidden("Range")
	}
	return resolvePlain(v, text)
}

// resolveFloatTag converts the value to a Float as Ruby's Float() does.
func resolveFloatTag(v *Value, text string) *refusal {
	if r := resolvePlain(v, text); r != nil {
		return r
	}
	switch v.kind {
	case Float:
	case Integer:
		f, _ := strconv.ParseFloat(v.BigInt().String(), 64)
		v.payload = nil
		setFloat(v, f)
	case String:
		f, ok := rubyFloat(v.text)
		if !ok {
			return badFloat(v.text)
		}
		setFloat(v, f)
	case Undef:
		return &refusal{code: BadTag, message: "can't convert nil into Float"}
	case Boolean:
		return &refusal{code: BadTag, message: "can't convert " + strconv.FormatBool(v.boolean) + " into Float"}
	default:
		return &refusal{code: BadTag, message: "can't convert Symbol into Float"}
	}
	return nil
}

// rubyFloat parses a string as Ruby's Float() does: surrounding whitespace and single underscores
// between digits are allowed, a single dot is not.
func rubyFloat(text string) (f float64, ok bool) {
	text = strings.Trim(text, spaces)
	m := matcher{text: text}
	m.one("-+")
	number := func(digits string) bool {
		if m.many(digits) == 0 {
			return false
		}
		for m.one("_") {
			if m.many(digits) == 0 {
				return false
			}
		}
		return true
	}
	digits, exponent := decimal, "eE"
	if m.pos+1 < len(text) && text[m.pos] == '0' && (text[m.pos+1] == 'x' || text[m.pos+1] == 'X') {
		m.pos += 2
		digits, exponent = decimal+"abcdefABCDEF", "pP"
	}
	if whole := number(digits); !whole && (exponent == "pP" || m.done() || text[m.pos] != '.') {
		return 0, false
	}
	if m.one(".") && !number(digits) {
		return 0, false
	}
	hasExponent := m.one(exponent)
	if hasExponent {
		m.one("-+")
		if !number(decimal) {
			return 0, false
		}
	}
	if !m.done() {
		return 0, false
	}
	text = strings.ReplaceAll(text, "_", "")
	if exponent == "pP" && !hasExponent {
		text += "p0"
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil || math.IsInf(f, 0)
}

// decodeBase64 decodes as Ruby's unpack('m') does: it skips everything that is not a digit, and the
// end may be missing.
func decodeBase64(text string) string {
	out := make([]byte, 0, len(text)/4*3)
	var group [4]byte
	n := 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c >= 'A' && c <= 'Z':
			c -= 'A'
		case c >= 'a' && c <= 'z':
			c -= 'a' - 26
		case c >= '0' && c <= '9':
			c += 52 - '0'
		case c == '+':
			c = 62
		case c == '/':
			c = 63
		case c == '=' && n >= 2:
			i = len(text)
			continue
		default:
			continue
		}
		group[n] = c
		if n++; n == 4 {
			out = append(out, group[0]<<2|group[1]>>4, group[1]<<4|group[2]>>2, group[2]<<6|group[3])
			n = 0
		}
	}
	if n >= 2 {
		out = append(out, group[0]<<2|group[1]>>4)
	}
	if n == 3 {
		out = append(out, group[1]<<4|group[2]>>2)
	}
	return string(out)
}

var noAllocate = &refusal{code: BadTag, message: "undefined method `allocate' for nil:NilClass"}

// refusedSequence returns the reason why Psych rejects a sequence with the tag; nil if it ignores
// the tag.
func refusedSequence(tag string) *refusal {
	if class, ok := after(tag, "!seq:", "!ruby/array:"); ok {
		if class == "" {
			return noAllocate
		}
		return forbidden(class)
	}
	return nil
}

// refusedMapping returns the reason why Psych rejects a mapping with the tag; nil if it ignores the
// tag.
func refusedMapping(tag string) *refusal {
	if tag == "" {
		return nil
	}
	named := func(class, otherwise string) *refusal {
		if class == "" {
			class = otherwise
		}
		return forbidden(class)
	}
	if class, ok := after(tag, "!ruby/struct:", "!ruby/struct"); ok {
		return named(class, "Struct")
	}
	if class, ok := after(tag, "!ruby/object:", "!ruby/object"); ok {
		if class == "Hash" {
			return nil
		}
		return named(class, "Object")
	}
	if class, ok := after(tag, "!str:", "!ruby/string:"); ok && class != "" {
		return forbidden(class)
	}
	if class, ok := after(tag, "!ruby/exception:", "!ruby/exception"); ok {
		return named(class, "Exception")
	}
	if class, ok := after(tag, "!ruby/array:", "!map:", "!ruby/hash:", "!ruby/marshalable:", "!ruby/hash-with-ivars:"); ok {
		if class == "" {
			return noAllocate
		}
		return forbidden(class)
	}
	switch tag {
	case "!ruby/range":
		return forbidden("Range")
	case "!set", yamlTagPrefix + "set":
		return forbidden("Psych::Set")
	case "!omap", yamlTagPrefix + "omap":
		return forbidden("Psych::Omap")
	}
	return nil
}

// isRubyName reports whether @name can be an instance variable.
func isRubyName(name string) bool {
	for i := range len(name) {
		if c := name[i]; c < 0x80 && !isWord(c) || c == '-' || i == 0 && c >= '0' && c <= '9' {
			return false
		}
	}
	return name != ""
}

// rubyText is Ruby's to_s for a scalar.
func rubyText(v *Value) string {
	switch v.kind {
	case Boolean:
		return strconv.FormatBool(v.boolean)
	case Integer:
		return v.BigInt().String()
	case Float:
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	}
	return v.text
}
