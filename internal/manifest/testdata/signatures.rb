# Writes the signatures of what each manifest named on standard input defines, as Puppet's parser
# reads them: one line of JSON for each file.
require 'json'
require 'puppet'

Puppet.initialize_settings
M = Puppet::Pops::Model
KINDS = { M::HostClassDefinition => 'class', M::ResourceTypeDefinition => 'define', M::FunctionDefinition => 'function' }.freeze

def text(node) = node.nil? ? '' : node.locator.extract_text(node.offset, node.length)

STDIN.each_line(chomp: true) do |path|
  program = Puppet::Pops::Parser::Parser.new.parse_string(File.read(path, encoding: 'UTF-8'), path).model
  signatures = program.definitions.filter_map do |d|
    next unless KINDS[d.class]

    {
      kind: KINDS[d.class], name: d.name, parent: d.is_a?(M::HostClassDefinition) ? d.parent_class.to_s.delete_prefix('::') : '',
      line: d.line,
      parameters: d.parameters.map { |p| { name: p.name, type: text(p.type_expr), default: !p.value.nil? } }
    }
  end
  puts JSON.generate(signatures)
  STDOUT.flush
end
