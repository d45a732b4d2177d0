package yaml_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestMisspelledValue(t *testing.T) {
	t.Parallel()
	const (
		files = "a::files: [/mnt/uploads, /mnt/uploads/1, /mnt/uploads/2, /mnt/uploads/x, /mnt/uploads/y, /srv/uploads, /srv/uploads/x, /srv/uploads/y]\n"
		hosts = "a::hosts: [search-1.example.com, search-2.example.com, search-3.example.com, search-4.example.com, search-5.example.com, search-6.example.com]\n"
		urls  = "a::urls: ['http://repo.example.com/a', 'http://repo.example.com/b', 'http://repo.example.com/c', 'ldap.example.com:389', root@example.com, 'a.example.com,b.example.com']\n"
		code  = "class a { $x = '/mnt/uploads' file { ['/mnt/uploads/a', '/mnt/uploads/b', '/mnt/uploads/c', '/mnt/uploads/d', '/mnt/uploads/e']: } }\n"
	)
	ruletest.RunAll(t, yaml.MisspelledValue, map[string]map[string]string{
		"swapped letters":      ruletest.Common(files + "b: {x: /mnt/uplaods} # want warning \"`uplaods` occurs only in this string, but `uploads` 8 times in data and code\"\n"),
		"missing letter":       ruletest.Common(hosts + "b: seach-3.example.com # want \"`seach`\"\n"),
		"added letter":         ruletest.Common(hosts + "b: searrch-3.example.com # want \"`searrch`\"\n"),
		"wrong letter":         ruletest.Common(hosts + "b: seatch-3.example.com # want \"`seatch`\"\n"),
		"other number":         ruletest.Common(hosts + "b: seach-10.example.com # want \"`seach`\"\n"),
		"numbered with a sign": ruletest.Common(strings.NewReplacer("search-", "'search#", ".example.com", "'").Replace(hosts) + "b: {'saerch#3': 1} # want \"`saerch`\"\n"),
		"list of two":          ruletest.Common(files + "b: /mnt/uploads,/srv/x\nc: /mnt/uplaods,/srv/x # want \"`uplaods`\"\n"),
		"another file":         ruletest.Roles(map[string]string{"data/common.yaml": hosts, "data/role/web.yaml": "b: seach-1.example.com # want \"`seach`\"\n"}),
		"two places":           ruletest.Common(files + "b: /mnt/uplaods # want \"`uplaods`\"\nc: [/mnt/uplaods] # want \"`uplaods`\"\n"),
		"name of an entry, correct only in code": {
			"data/common.yaml": "b:\n  /mnt/uplaods: {x: 1} # want \"`uploads` 6 times\"\n", "modules/a/manifests/init.pp": code,
		},
		"name of a data file": ruletest.Roles(map[string]string{
			"data/common.yaml": "a: 1\n", "data/role/web-letrero.yaml": "a: [x-letrero, y-letrero, z-letrero, v-letrero, w-letrero]\nb: web-letero # want warning \"`letero` occurs only in this string, but `letrero` 6 times\"\nc: web-letreros\n",
		}),
		"part of a path, and name of a data file": ruletest.Roles(map[string]string{
			"data/common.yaml": "a: 1\n", "data/role/web-salvador.yaml": "a: [x-salvador, y-salvador, z-salvador, v-salvador, w-salvador]\nb: /mnt/web-salavador/x # want \"`salavador`\"\n",
		}),
		"part of a path, and another": ruletest.Common("a: [/a/my-uploads, /b/my-uploads, /c/my-uploads, /d/my-uploads, /e/my-uploads, /f/my-uploads]\nb: /x/my-uplaods/y # want \"`uplaods`\"\n"),
		"name of a data file, and several words": ruletest.Roles(map[string]string{
			"data/common.yaml": "a: 1\n", "data/role/web-letrero.yaml": "a: [x-letrero, y-letrero, z-letrero, v-letrero, w-letrero]\nb: db-letero\n",
		}),
		"module data": {"modules/a/data/common.yaml": "a::x: /mnt/uplaods # want \"`uplaods`\"\n", "modules/a/manifests/init.pp": code, "modules/a/hiera.yaml": "version: 5\n"},

		"host in a URL":              ruletest.Common(urls + "b: http://repo.exmaple.com/x # want \"`exmaple` occurs only in this string, but `example` 7 times\"\n"),
		"host of another URL":        ruletest.Common(urls + "b: https://web.exmaple.com:8080/x?y=z # want \"`exmaple`\"\n"),
		"host with a number":         ruletest.Common(hosts + "b: https://seach-10.example.com/x # want \"`seach`\"\n"),
		"email address":              ruletest.Common(urls + "b: admin@exmaple.com # want \"`exmaple`\"\n"),
		"host and port":              ruletest.Common(urls + "b: db01.exmaple.com:5432 # want \"`exmaple`\"\n"),
		"list of hosts":              ruletest.Common(urls + "b: web.example.com, ldap.exmaple.com # want \"`exmaple`\"\n"),
		"host in a command":          ruletest.Common(urls + "b: curl -s --proxy=proxy.exmaple.com. # want \"`exmaple`\"\n"),
		"domain after interpolation": ruletest.Common(urls + "b: http://%{facts.networking.hostname}.exmaple.com/ # want \"`exmaple`\"\n"),
		"two hosts, two words":       ruletest.Common(urls + "b: http://repo.exmaple.com/x # want \"`exmaple`\"\nc: http://repo.exampel.com/x # want \"`exampel`\"\n"),

		"domain that redirects":       ruletest.Common(urls + "b: {exmaple.com: {aliases: ['*.exmaple.com', www.exmaple.com]}}\n"),
		"another domain":              ruletest.Common(urls + "b: http://repo.exmaple.org/x\n"),
		"host beside the correct one": ruletest.Common(urls + "b: ['http://web.exmaple.com/x', 'http://web.example.com/x']\n"),
		"host in a list with it":      ruletest.Common(urls + "b: web.exmaple.com, web.example.com\nc: db.example.com,db.exmaple.com\n"),
		"files with such names":       ruletest.Common(strings.ReplaceAll(urls, "example.com", "uploads.conf") + "b: /srv/uplaods.conf\nc: x_uplaods.conf\n"),
		"no top-level domain":         ruletest.Common("a: ['search.1', 'x@search.1', 'y@search.1', 'z@search.1', 'v@search.1', 'w@search.1']\nb: x@seach.1 y\n"),

		"another string":              ruletest.Common(files + "b: /opt/uplaods\n"),
		"in a comment":                ruletest.Common(files + "b: /mnt/uplaods\n# they are called uplaods\n"),
		"upper case in a string":      ruletest.Common(files + "b: /mnt/uplaods\nc: Uplaods\n"),
		"in code":                     {"data/common.yaml": files + "b: /mnt/uplaods\n", "manifests/site.pp": "# uplaods\n"},
		"in a template":               {"data/common.yaml": files + "b: /mnt/uplaods\n", "modules/a/templates/x.erb": "mkdir uplaods\n"},
		"name of a file":              ruletest.Roles(map[string]string{"data/common.yaml": files + "b: /mnt/uplaods\n", "data/role/uplaods.yaml": "c: 1\n"}),
		"many places":                 ruletest.Common(files + "b: [" + strings.Repeat("/mnt/uplaods, ", 7) + "]\nc: [" + strings.Repeat("/mnt/uploads, ", 30) + "]\n"),
		"nearly as often":             ruletest.Common(files + "b: [/mnt/uplaods, /mnt/uplaods, /mnt/uplaods]\n"),
		"not frequent":                ruletest.Common("a: [/mnt/uploads, /mnt/uploads/x, /mnt/uploads/y]\nb: /mnt/uplaods\n"),
		"plural, ending":              ruletest.Common(files + "b: [/mnt/upload, /mnt/uploada, /mnt/uploaders, /mnt/uploadds]\n"),
		"two words":                   ruletest.Common(strings.ReplaceAll(files, "uploads", "testspice") + "b: /mnt/testnspice\nc: [a-testn, spice/a]\n"),
		"prefix":                      ruletest.Common(files + "b: /mnt/suploads\n"),
		"letter missing in five":      ruletest.Common("a: [mysql-slave-1, mysql-slave-3, mysql-slave-4, mysql-slave-5, mysql-slave-6, mysql-slave-7]\nb: {myql-slave-2: 1} # want \"`myql`\"\n"),
		"swapped letters of four":     ruletest.Common("a: [hmrc-front-1, hmrc-front-3, hmrc-front-4, hmrc-front-5, hmrc-front-6, hmrc-front-7]\nb: hrmc-front-2 # want \"`hrmc`\"\n"),
		"swapped, in a short name":    ruletest.Common("a: [hmrc-fronts, hmrc-front, hmrc-front-4, hmrc-front-5, /hmrc/a, /hmrc/b]\nb: hrmc-fronts\n"),
		"another letter of four":      ruletest.Common("a: [hmrc-front-1, hmrc-front-3, hmrc-front-4, hmrc-front-5, hmrc-front-6, hmrc-front-7]\nb: hmzc-front-2\n"),
		"short word":                  ruletest.Common("a: [/x/root/1, /x/root/2, /x/root/3, /x/root/4, /x/root/5, /x/root/6]\nb: /x/rot/1\n"),
		"two similar words":           ruletest.Common(hosts + strings.ReplaceAll(strings.ReplaceAll(hosts, "search", "seaach"), "a::", "b::") + "c: seach-1.example.com\n"),
		"beside the correct one":      ruletest.Common(files + "b: [/mnt/uploads, /mnt/uplaods]\n"),
		"one word":                    ruletest.Common(files + "b: uploads\nc: uplaods\n"),
		"with spaces":                 ruletest.Common(files + "b: rm /mnt/uploads\nc: rm /mnt/uplaods\n"),
		"root key":                    ruletest.Common(files + "/mnt/uplaods: 1\n"),
		"namespace":                   ruletest.Common("a: [x::search, x::search::y, x::search::z, y::search, y::search::z, y::search::x]\nb: x::seach\n"),
		"name of an attribute":        ruletest.Common("a: [log_uploads, log_uploads_1, log_uploads_2, log_uploads_3, log_uploads_4, log_uploads_5]\nb: {log_uplaods: 1}\n"),
		"secret":                      ruletest.Common(files + "b::password: /uplaods-8\nc: [/uploads-8]\n"),
		"correct only in a secret":    ruletest.Common(files + "b: uplaods-8x\nc::password: uploads-8x\n"),
		"lookup_options":              ruletest.Common(files + "lookup_options: {b: {merge: {strategy: deep, knockout_prefix: /mnt/uplaods}}}\n"),
		"example that no level reads": ruletest.Roles(map[string]string{"data/common.yaml": files, "data/common.example.yaml": "b: /mnt/uplaods\n"}),
	})
}

func TestMisspelledValueFix(t *testing.T) {
	t.Parallel()
	const uploads = "a: [/mnt/uploads, /mnt/uploads/1, /mnt/uploads/2, /mnt/uploads/x, /mnt/uploads/y, /srv/uploads]\n"
	ruletest.Fixes(t, yaml.MisspelledValue, false, map[string]string{
		uploads + "b: \"/mnt/uplaods\" # want \"uplaods\"\n": uploads + "b: \"/mnt/uploads\"\n",
		"a: [x@example.com, y@example.com, z@example.com, u@example.com, v@example.com, w@example.com]\nb: 'http://web.exmaple.com' # want \"exmaple\"\n": "a: [x@example.com, y@example.com, z@example.com, u@example.com, v@example.com, w@example.com]\nb: 'http://web.example.com'\n",
	})
}
