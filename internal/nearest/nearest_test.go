package nearest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestName(t *testing.T) {
	known := []string{"first", "unique", "hash", "deep", "server_name_of_all", "--élève-de_la classe"}
	tests := []struct {
		name, want string
		ok         bool
	}{
		{"deep", "deep", true},
		{"deeep", "deep", true},
		{"Deep", "deep", true},
		{"dep", "deep", true},
		{"dpee", "", false}, // two of four letters differ
		{"uniuqe", "unique", true},
		{"uniqu", "unique", true},
		{"fisrt", "first", true},
		{"serverNameOfAll", "server_name_of_all", true},
		{"Server-Name Of all", "server_name_of_all", true},
		{"_ÉLÈVEDELACLASSE", "--élève-de_la classe", true},
		{"merge", "", false},
		{"", "", false},
		{"_", "", false},
		{"deep_merge", "", false},
	}
	for _, tt := range tests {
		if got, ok := Name(tt.name, known); got != tt.want || ok != tt.ok {
			t.Errorf("Name(%q) = %q, %v; want %q, %v", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}

func TestNamePrefersTheClosest(t *testing.T) {
	if got, _ := Name("strategi", []string{"stratigy", "strategy"}); got != "strategy" {
		t.Errorf("got %q", got)
	}
}

func TestDistance(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "a", 1}, {"abc", "abd", 1}, {"abc", "acb", 1}, {"abc", "ab", 1}, {"kitten", "sitting", 3}, {"ü", "u", 1},
	}
	for _, tt := range tests {
		if got := Distance(tt.a, tt.b, 3); got != tt.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
	if got := Distance("abcdef", "uvwxyz", 2); got != 3 {
		t.Errorf("distance above the limit: got %d, want limit+1", got)
	}
}

func TestShortNames(t *testing.T) {
	known := []string{"ips", "x", "amq"}
	for name, want := range map[string]string{"ip": "ips", "y": "", "ad": "", "am": "amq", "xy": ""} {
		if got, _ := Name(name, known); got != want {
			t.Errorf("Name(%q) = %q, want %q", name, got, want)
		}
	}
}

// qualified is Names.Meant for names with a namespace, without an index, to compare with it.
func qualified(name string, known []string) (nearest string, ok bool) {
	limit := maxWrong
	for _, k := range known {
		segment, other := onlyDifference(name, k)
		if segment == other || hasOtherDigits(segment, other) {
			continue
		}
		allowed := min(limit, max(len(segment), len(other))/lettersForEach)
		if d := Distance(segment, other, allowed); d <= allowed {
			nearest, ok, limit = k, true, d-1
		}
	}
	if ok {
		return nearest, true
	}
	letters := strings.ReplaceAll(name, ":", "")
	i := slices.IndexFunc(known, func(k string) bool {
		return len(k)-strings.Count(k, ":") == len(letters) && strings.ReplaceAll(k, ":", "") == letters
	})
	if i < 0 {
		return "", false
	}
	return known[i], true
}

// onlyDifference returns the only segments in which two names differ. They are equal if there is none, or several, or
// if one name has more segments.
func onlyDifference(a, b string) (inA, inB string) {
	for {
		segment, restA, moreA := strings.Cut(a, "::")
		other, restB, moreB := strings.Cut(b, "::")
		switch {
		case moreA != moreB:
			return "", ""
		case segment != other && restA != restB:
			return "", ""
		case segment != other || !moreA:
			return segment, other
		}
		a, b = restA, restB
	}
}

func TestQualified(t *testing.T) {
	known := []string{"profile::amq", "profile::database", "profile::host_1_1", "profile::web::server", "role::database", "site"}
	for name, want := range map[string]string{
		"profile::databse":    "profile::database",
		"profile::hots_1_1":   "profile::host_1_1",
		"profile::host_1_7":   "",
		"rol::database":       "role::database",
		"profile::ad":         "",
		"profile::webserver":  "profile::web::server",
		"profile::web:server": "profile::web::server",
		"profiles::web::serv": "",
		"role::databases":     "role::database",
		"other::database":     "",
		"sit":                 "site",
	} {
		if got, _ := qualified(name, known); got != want {
			t.Errorf("qualified(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestNames checks that Names, which searches many names at once, agrees with Name and qualified.
func TestNames(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		segments := make([]string, 1+random.IntN(3))
		for i := range segments {
			letters := make([]rune, random.IntN(7))
			for j := range letters {
				letters[j] = []rune("ab12ü")[random.IntN(5)]
			}
			segments[i] = string(letters)
		}
		return strings.Join(segments, "::")
	}
	for range 300 {
		known := make([]string, random.IntN(60))
		for i := range known {
			known[i] = word()
		}
		names := NewNames(known)
		for range 20 {
			name := word()
			got, found := names.Nearest(name, nil)
			if want, ok := Name(name, known); got != want || found != ok {
				t.Fatalf("Nearest(%q) of %q = %q, want %q", name, known, got, want)
			}
			limit := 1 + random.IntN(2)
			within := slices.Sorted(slices.Values(slices.DeleteFunc(slices.Clone(known), func(k string) bool { return Distance(name, k, limit) > limit })))
			if got := names.Within(name, limit); !slices.Equal(got, within) {
				t.Fatalf("Within(%q, %d) of %q = %q, want %q", name, limit, known, got, within)
			}
			if !strings.Contains(name, "::") {
				continue
			}
			got, found = names.Meant(name, nil)
			if want, ok := qualified(name, known); got != want || found != ok {
				t.Fatalf("Meant(%q) = %q, want %q, of %q", name, got, want, known)
			}
			even := func(known string) bool { return len(known)%2 == 0 }
			got, _ = names.Meant(name, even)
			if want, _ := qualified(name, slices.DeleteFunc(slices.Clone(known), even)); got != want {
				t.Fatalf("Meant(%q) of the names with odd lengths in %q = %q, want %q", name, known, got, want)
			}
		}
	}
}

// TestNamesOfMany checks that a name with one wrong letter is found among very many with two.
func TestNamesOfMany(t *testing.T) {
	t.Parallel()
	var known []string
	for i := range 50_000 {
		known = append(known, fmt.Sprintf("key%05d", i))
	}
	known = append(known, "zkey49999")
	names := NewNames(known)
	if got, _ := names.Nearest("zkey4999", nil); got != "zkey49999" {
		t.Errorf("got %q", got)
	}
	if got, ok := names.Nearest("keyx4x99", nil); !ok || Distance(got, "keyx4x99", 2) > 2 {
		t.Errorf("got %q", got)
	}
}

func TestSingleEdit(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, other string
		at          int
		want        Edit
	}{
		{"port", "port", 4, NoEdit}, {"prt", "port", 1, Missing}, {"por", "port", 3, Missing}, {"porrt", "port", 3, Added}, {"xport", "port", 0, Added},
		{"pert", "port", 1, Replaced}, {"x", "y", 0, Replaced}, {"prot", "port", 1, Swapped}, {"potr", "port", 2, Swapped}, {"trop", "port", 0, NoEdit},
		{"po", "port", 2, NoEdit}, {"", "x", 0, Missing}, {"", "", 0, NoEdit},
	} {
		if at, got := SingleEdit(test.name, test.other); at != test.at || got != test.want {
			t.Errorf("%q for %q: %d, %d", test.name, test.other, at, got)
		}
	}
}

// TestNamesName compares the function Name with the method, also for names that differ in case or separators.
func TestNamesName(t *testing.T) {
	t.Parallel()
	known := []string{"kerberos_auth", "password", "_"}
	names := NewNames(known)
	for name, want := range map[string]string{"pasword": "password", "PASSWORD": "password", "kerberos-auth": "kerberos_auth", "KerberosAuth": "kerberos_auth", "ldap": "", "-": ""} {
		if got, ok := names.Name(name); got != want || ok != (want != "") {
			t.Errorf("%s: got %q %t, want %q", name, got, ok, want)
		}
		if got, _ := Name(name, known); got != want {
			t.Errorf("function: %s: got %q, want %q", name, got, want)
		}
	}
}
