package options_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/options"
)

func TestLookupOptionsHidden(t *testing.T) {
	t.Parallel()
	const password = "app::db_password: x\n"
	ruletest.RunAll(t, options.LookupOptionsHidden, map[string]map[string]string{
		"a conversion":                ruletest.Common("lookup_options:\n  '^app::.*password$': {convert_to: Sensitive}\n  app::db_password: {merge: deep} # want warning \"hides the `convert_to` of pattern\"\n" + password),
		"a conversion, pattern below": ruletest.Common("lookup_options:\n  app::db_password: {merge: unique} # want \"hides the `convert_to`\"\n  '^app::.*password$': {convert_to: Sensitive}\n" + password),
		"a pattern":                   ruletest.Common("lookup_options:\n  '^app::': {merge: deep}\n  '^app::.*password$': {convert_to: Sensitive} # want \"does not apply to `app::a_password` and 1 other key, which the earlier pattern `.app::` matches, too\"\n" + password + "app::a_password: y\n"),
		"a merge": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "app::list: [a]\n",
			"data/common.yaml":   "lookup_options:\n  '^app::': {merge: unique}\n  app::list: {convert_to: [Array, true]} # want \"hides the `merge`\"\napp::list: [b]\n",
		}),

		"a lower level": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "lookup_options:\n  app::list: {merge: deep} # want \"hides the `convert_to` of the entry in `.*common.yaml`\"\n",
			"data/common.yaml":   "lookup_options:\n  app::list: {merge: unique, convert_to: [Array, true]}\napp::list: b\n",
		}),
		"a pattern of a lower level": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "lookup_options:\n  app::list: {merge: deep} # want \"hides the `convert_to` of pattern `.app::l` in `.*common.yaml`\"\n",
			"data/common.yaml":   "lookup_options:\n  '^app::l': {merge: unique, convert_to: [Array, true]}\napp::list: b\n",
		}),
		"a pattern of a higher level": {
			"hiera.yaml":  "version: 5\nhierarchy: [{name: All, paths: [a.yaml, b.yaml]}]\n",
			"data/a.yaml": "lookup_options:\n  '^app::.*password$': {convert_to: Sensitive}\n",
			"data/b.yaml": "lookup_options:\n  app::db_password: {merge: deep} # want warning \"hides the `convert_to` of pattern `.app::.*password.` in `.*a.yaml`\"\n" + password,
		},
		"a higher pattern and an entry": {
			"hiera.yaml":  "version: 5\nhierarchy: [{name: All, paths: [a.yaml, b.yaml]}]\n",
			"data/a.yaml": "lookup_options:\n  '^app::.*password$': {convert_to: Sensitive}\n  app::db_password: {merge: first}\n",
			"data/b.yaml": "lookup_options:\n  app::db_password: {merge: deep}\n" + password,
		},
		"a pattern of a higher level that not every node reads": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "lookup_options:\n  '^app::l': {convert_to: [Array, true]}\n",
			"data/common.yaml":   "lookup_options:\n  app::list: {merge: unique}\napp::list: b\n",
		}),
		"the module": {
			"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "app::list: [a]\n",
			"data/common.yaml":              "lookup_options:\n  app::list: {convert_to: Sensitive} # want \"hides the `merge` of pattern `.app::l` in `.*modules/app/data/common.yaml`\"\napp::list: [b]\n",
			"modules/app/hiera.yaml":        "version: 5\nhierarchy: [{name: Common, path: common.yaml}]\n",
			"modules/app/data/common.yaml":  "lookup_options:\n  '^app::l': {merge: unique}\n",
			"modules/app/manifests/init.pp": "class app($list) { }\n",
		},
		"another module": {
			"hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "app::list: [a]\n",
			"data/common.yaml":             "lookup_options:\n  app::list: {convert_to: Sensitive}\napp::list: [b]\n",
			"modules/db/hiera.yaml":        "version: 5\nhierarchy: [{name: Common, path: common.yaml}]\n",
			"modules/db/data/common.yaml":  "lookup_options:\n  '^db::l': {merge: unique}\n",
			"modules/db/manifests/init.pp": "class db($list) { }\n",
		},

		"exempt from the pattern":   ruletest.Common("lookup_options:\n  '^app::.*password$': {convert_to: Sensitive}\n  app::db_password: {merge: first}\n" + password),
		"exempt by an empty entry":  ruletest.Common("lookup_options:\n  '^app::.*password$': {convert_to: Sensitive}\n  app::db_password: {}\n" + password),
		"another conversion":        ruletest.Common("lookup_options:\n  '^app::': {convert_to: Integer}\n  app::db_password: {convert_to: String}\n" + password),
		"another merge":             ruletest.Common("lookup_options:\n  '^app::': {merge: deep}\n  app::db_password: {merge: unique}\n" + password),
		"both":                      ruletest.Common("lookup_options:\n  '^app::': {convert_to: Sensitive}\n  app::db_password: {merge: unique, convert_to: Sensitive}\n" + password),
		"a merge of a single value": ruletest.Common("lookup_options:\n  '^app::': {merge: deep}\n  app::db_password: {convert_to: Sensitive}\n" + password),
		"no common key":             ruletest.Common("lookup_options:\n  '^app::': {merge: deep}\n  '^db::.*password$': {convert_to: Sensitive}\n" + password),
		"no data":                   ruletest.Common("lookup_options:\n  '^app::.*password$': {convert_to: Sensitive}\n  app::db_password: {merge: deep}\n"),
		"one of several is used":    ruletest.Common("lookup_options:\n  '^app::db': {merge: deep, convert_to: Sensitive}\n  '^app::': {convert_to: Sensitive}\n" + password),
	})
}
