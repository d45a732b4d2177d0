package manifest_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/convert"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/manifest"
)

func TestParseType(t *testing.T) {
	x := index(t, map[string]string{
		"types/own.pp":                     "type Environment::Own = Integer[1]",
		"modules/m/types/port.pp":          "# a port\ntype M::Port = Variant[Integer[1, 10], M::Name, Stdlib::Port]",
		"modules/m/types/name.pp":          "type M::Name = Pattern[/\\A[a-z]+\\z/]",
		"modules/m/types/tree.pp":          "type M::Tree = Hash[String, Variant[String, M::Tree]]",
		"modules/m/types/deep/unknown.pp":  "type M::Deep::Unknown = Array[Other::Thing]",
		"modules/m/types/broken.pp":        "type M::Broken = ",
		"modules/m/manifests/d.pp":         "define m::d() { }",
		"modules/m/lib/puppet/type/own.rb": "",
	})
	for _, tt := range []struct {
		text string
		yes  []*data.Value
		no   []*data.Value
	}{
		{"M::Port", []*data.Value{data.NewInteger(3), data.NewString("abc"), data.NewInteger(80)}, []*data.Value{data.NewString("A"), data.NewInteger(70000)}},
		{"Optional[M::Name]", []*data.Value{data.NewUndef(), data.NewString("a")}, []*data.Value{data.NewInteger(1)}},
		{"Environment::Own", []*data.Value{data.NewInteger(1)}, []*data.Value{data.NewInteger(0)}},
		{"Array[M::D]", []*data.Value{data.NewArray(nil)}, []*data.Value{data.NewString("M::D[a]")}},
		{"Own['a']", nil, []*data.Value{data.NewString("a")}},
		{"Stdlib::Absolutepath", []*data.Value{data.NewString("/a"), data.NewString(`C:\a`)}, []*data.Value{data.NewString("a")}},
	} {
		typ, err := x.ParseType(tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		for _, v := range tt.yes {
			if !types.Instance(typ, v) {
				t.Errorf("%s refuses %v", tt.text, convert.ToString(v))
			}
		}
		for _, v := range tt.no {
			if types.Instance(typ, v) {
				t.Errorf("%s accepts %v", tt.text, convert.ToString(v))
			}
		}
	}
	if _, err := x.ParseType("M::Tree"); err != nil {
		t.Errorf("M::Tree: %v", err)
	}
	for text, want := range map[string]string{
		"Other::Thing": "Other::Thing", "M::Deep::Unknown": "Other::Thing", "Optional[M::Missing]": "M::Missing", "M::Broken": "M::Broken",
		"Stdlib::Nothing": "Stdlib::Nothing", "Frobnicator": "Frobnicator",
	} {
		_, err := x.ParseType(text)
		if unknown := (*manifest.UnknownTypeError)(nil); !errors.As(err, &unknown) || unknown.Name != want {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := x.ParseType("m::port"); err == nil {
		t.Error("m::port was parsed as a type")
	}
	if typ, err := x.ParameterType(&manifest.Parameter{Name: "x"}); err != nil || typ != types.Any {
		t.Errorf("without a type: got %v, %v", typ, err)
	}
}

// TestStdlibIsThere checks that the types of an installed stdlib replace the built-in ones.
func TestStdlibIsThere(t *testing.T) {
	x := index(t, map[string]string{"modules/stdlib/types/port.pp": "type Stdlib::Port = Enum['own']"})
	if typ, err := x.ParseType("Stdlib::Port"); err != nil || !types.Instance(typ, data.NewString("own")) {
		t.Errorf("Stdlib::Port: %v, %v", typ, err)
	}
	if _, err := x.ParseType("Stdlib::Absolutepath"); err == nil {
		t.Error("Stdlib::Absolutepath is known, although stdlib does not define it")
	}
}

// TestStdlib checks that the built-in types of stdlib accept all values that the types of the real
// stdlib accept.
func TestStdlib(t *testing.T) {
	var theirs *manifest.Index
	for _, m := range installed(t).Modules() {
		if m.Name == "stdlib" {
			theirs = read(t, environment.New("production", data.NewStore(), m))
		}
	}
	if theirs == nil {
		t.Fatal("stdlib is not among the installed modules")
	}
	ours := index(t, nil)
	text, err := os.ReadFile("stdlib.pp")
	if err != nil {
		t.Fatal(err)
	}
	file, err := pp.Parse(source.New("stdlib.pp", text), pp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	known, refused := 0, 0
	for _, d := range file.Definitions {
		name := d.(*pp.TypeAlias).Name
		our, err := ours.ParseType(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		refuses := 0
		for _, v := range samples() {
			if !types.Instance(our, v) {
				refuses++
			}
		}
		if refuses == 0 {
			t.Errorf("%s accepts all samples", name)
		}
		their, err := theirs.ParseType(name)
		if err != nil {
			continue // only in other versions
		}
		known++
		for _, v := range samples() {
			switch we, they := types.Instance(our, v), types.Instance(their, v); {
			case they && !we:
				t.Errorf("%s refuses %s, stdlib accepts it", name, convert.ToString(v))
			case !we:
				refused++
			}
		}
	}
	t.Logf("%d types, %d values refused", known, refused)
	if known < 50 {
		t.Errorf("only %d types are in the real stdlib", known)
	}
}

// samples returns values of many types, valid and invalid ones.
func samples() []*data.Value {
	values := []*data.Value{
		data.NewUndef(), data.NewBoolean(true), data.NewFloat(1.5), data.NewArray(nil), data.NewArray([]*data.Value{data.NewInteger(1)}),
		data.NewArray([]*data.Value{data.NewString("1")}),
	}
	for _, n := range []int64{-1, 0, 1, 22, 80, 99, 100, 200, 404, 599, 600, 1023, 1024, 8080, 49151, 49152, 65535, 65536} {
		values = append(values, data.NewInteger(n))
	}
	for s := range strings.SplitSeq(`|a|A|abc|80|-1|1.5|-0.5e3|yes|NO|Yes|maybe|/|/a|/a/b.c|//a|/a//b/|a/b|./a|C:\a|c:/a|\\srv\share|//srv/share|C:|\a|~/a|`+
		`present|absent|file|directory|link|running|stopped|installed|latest|purged|1.2.3-4|true|0644|644|04755|0999|u+rwX,g=rx|a=r|`+
		`http://a|https://a.b/c?d|HTTP://a|ftp://a|http:/a|file:///a|puppet:///modules/a/b|puppet://srv/modules/a|gs://a|s3://a/b|`+
		`a.b|a.example.com|a-b.example.com|a_b.example.com|-a|a.|.a|localhost|a b|a@b|a@b.c|@b|a@|a.b+c@example.co.uk|`+
		`1.2.3.4|1.2.3.4/24|255.255.255.255/32|256.1.1.1|1.2.3|1.2.3.4/33|::|::1|fe80::1|fe80::1%eth0|2001:db8::/32|1:2:3:4:5:6:7:8|::ffff:1.2.3.4|1:2|2001:db8:0:0:0:0:0:1/64|g::1|`+
		`00:11:22:33:44:55|00-11-22-33-44-55|00:11:22:33:44|0:1:2:3:4:5|MFRGG|mfrgg=====|MFRGG1|aGVsbG8=|aGVsbG8|a*b=|10M|10 MB|10kb|10x|10KiB|GB|GET|PROPFIND|get|VERSION-CONTROL|`+
		`kern|local0|local7|local8|solaris-cron|authpriv`, "|") {
		values = append(values, data.NewString(s))
	}
	return append(values, data.NewString("/a\nb"), data.NewString("a\nb"), data.NewString("/a\x00"))
}

func TestOverlay(t *testing.T) {
	dir := filetree.Write(t, map[string]string{"modules/m/manifests/init.pp": "class m { }"})
	store := data.NewStore()
	store.Overlay(filepath.Join(dir, "modules", "m", "manifests", "init.pp"), []byte("class m($edited) { }"))
	env, err := environment.Open(dir, environment.Options{Store: store})
	if err != nil {
		t.Fatal(err)
	}
	x, err := manifest.NewIndexer(store).Index(context.Background(), env)
	if err != nil {
		t.Fatal(err)
	}
	if m, _ := x.Class("m"); m == nil || m.Parameter("edited") == nil {
		t.Error("the overlay was not used")
	}
}
