package data

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/internal/rubystring"
	"github.com/hieralint/hieralint/internal/ascii"
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
		v.kind, v.binary, v.text = String, true, string(rubystring.UnpackBase64(text))
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
		f, ok := rubystring.ParseFloat(v.text)
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
		class = cmp.Or(class, otherwise)
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
		if c := name[i]; c < 0x80 && !ascii.IsWord(c) || i == 0 && ascii.IsDigit(c) {
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
