package interpolation_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/interpolation"
)

func TestInterpolationSyntax(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, interpolation.InterpolationSyntax, ruletest.Common(`---
right::fact: "%{facts.os.family}"
right::quoted: "%{facts.'a.b'}"
right::top: "%{::facts.os.family}"
right::empty: "100%{}"
right::percent: 100% {x}
right::odd: "%{X-Request-Id}o %{+YYYY.MM.dd} %{DATA:x} %{[@metadata][beat]}"
right::literal: "%{literal('')}"
right::unknown: "%{lookups('x')}"
right::argument: "%{lookup(x)}"
subscript: "%{facts['os']['family']}" # want error "brackets"
bare_subscript: "%{facts[os]}" # want error "brackets"
spaces: "%{lookup( 'x' )}" # want error "[Ss]paces"
two: "%{lookup('x', 'y')}" # want error "more than one function argument"
quote: "%{lookup('x)}" # want error "quote"
text: "%{lookup('x'):80}" # want error "after the call"
nested: "%{facts.%{x}}" # want error "nested interpolation token"
unclosed: "%{lookup('x')" # want error "unclosed"
unclosed_variable: "%{facts.os.name" # want error "unclosed"
unclosed_other: "%{HOST and more" # want warning "unclosed"
dots: "%{os..family}" # want error "empty"
dollar: "%{$x}" # want error "[$]"
`))
}
