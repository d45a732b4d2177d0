package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestEmptyDataFile(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a comment":           "# nothing # want note \"empty data file\"\n",
		"a document marker":   "--- # want note \"empty data file\"\n",
		"null":                "~ # want note \"empty data file\"\n",
		"false":               "false # want note \"empty data file\"\n",
		"an empty hash":       "{}\n",
		"an empty hash below": "---\n# nothing yet\n{}\n",
		"a key without value": "a:\n",
		"an array":            "[]\n",
	} {
		t.Run(name, func(t *testing.T) { ruletest.Run(t, yaml.EmptyDataFile, ruletest.Common(text)) })
	}
	// A custom function may accept an empty file.
	ruletest.Run(t, yaml.EmptyDataFile, map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy: [{name: Own, data_hash: site::data}]\n",
		"data/common.yaml": "# nothing\n",
		"modules/site/functions/data.pp": "function site::data(Hash $options, Puppet::LookupContext $context) {\n" +
			"  parseyaml(file('/etc/puppetlabs/code/environments/production/data/common.yaml'))\n}\n",
	})
	unread := ruletest.Run(t, yaml.EmptyDataFile, map[string]string{"hiera.yaml": "version: 5\nhierarchy: [{name: Common, path: common.yaml}]\n", "data/more.yaml": "--- # want note \"empty data file\"\n"})
	if len(unread) != 1 || unread[0].Detail != "No level reads it" {
		t.Errorf("unread: %v", unread)
	}
}
