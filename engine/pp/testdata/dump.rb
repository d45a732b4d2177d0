# Writes the tree of each manifest named on standard input as one line of JSON: what Puppet's parser
# makes of it, in the notation of dump_test.go. A line that begins with `{` is an object with the text
# itself: {"text": …, "template": true, "plans": true}. With "validate", the errors of its validation are added; with
# "file", it is in a file of a module, in the module path /modules.
require 'json'
require 'puppet'

Puppet.initialize_settings

class Dump
  M = Puppet::Pops::Model

  def self.of(program) = new.write(program.body)

  # Where it begins and ends, for nodes that Puppet gives the place of all their text.
  def at(o) = "@#{o.offset}-#{o.offset + o.length}"

  # A template that ends with a tag has an empty text behind it.
  def list(nodes) = '[' + nodes.reject { |n| n.is_a?(M::RenderStringExpression) && n.value.empty? }.map { |n| write(n) }.join(' ') + ']'

  def block(o)
    case o
    when nil, M::Nop then '[]'
    when M::BlockExpression then statements(o.statements)
    else list([o])
    end
  end

  # What is refused after parsing.
  def refuse(node, message)
    line = node.locator.line_for_offset(node.offset)
    raise Puppet::ParseError.new(message, nil, line, node.locator.pos_on_line(node.offset))
  end

  # A number that does not fit into 64 bits is refused after parsing.
  def integer(node)
    return node.value.to_s if node.value < 2**63
    refuse(node, "A Literal Integer resulted in a value outside of Puppet Integer max range, got '#{format('%#+x', node.value)}'")
  end

  # What looks like a resource without a title is refused after parsing.
  def statements(nodes)
    if nodes.length == 2 && nodes[0].is_a?(M::QualifiedName) && nodes[1].is_a?(M::LiteralHash)
      refuse(nodes[0], "This expression is invalid. Did you try declaring a '#{nodes[0].value}' resource without a title?")
    end
    list(nodes)
  end

  def optional(o) = o.nil? || o.is_a?(M::Nop) ? '-' : write(o)

  def parameters(list) = '(' + list.map { |p|
    "#{p.captures_rest ? '*' : ''}#{p.name}:#{optional(p.type_expr)}=#{optional(p.value)}"
  }.join(' ') + ')'

  def attributes(list) = '(' + list.map { |a|
    a.is_a?(M::AttributesOperation) ? "* => #{write(a.expr)}" : "#{a.attribute_name} #{a.operator} #{write(a.value_expr)}"
  }.join(', ') + ')'

  def binary(o, operator) = "(#{operator} #{write(o.left_expr)} #{write(o.right_expr)})"

  def call(kind, of, o) = "(#{kind} #{of} #{list(o.arguments)} #{optional(o.lambda)})"

  def write(o)
    case o
    when M::Nop then '[]'
    when M::ApplyBlockExpression, M::BlockExpression then "(block #{statements(o.statements)})"
    when M::LiteralUndef then 'undef'
    when M::LiteralDefault then 'default'
    when M::LiteralBoolean then o.value.to_s
    when M::LiteralInteger then integer(o)
    when M::LiteralFloat then format('%.17g', o.value)
    when M::RenderStringExpression then "(text #{o.value.to_json})"
    when M::LiteralString then o.value.to_json
    when M::LiteralRegularExpression then "(regexp #{o.value.source.to_json})"
    when M::QualifiedName then "(name #{o.value}#{at(o)})"
    when M::QualifiedReference then "(type #{o.cased_value}#{at(o)})"
    when M::ReservedWord then "(reserved #{o.word})"
    when M::VariableExpression then "$#{o.expr.value}"
    when M::TextExpression then write(o.expr)
    when M::ConcatenatedString then "(interpolated #{list(o.segments)})"
    when M::HeredocExpression then "(heredoc #{o.syntax.to_json} #{write(o.text_expr)})"
    when M::LiteralList then "(array #{list(o.values)})"
    when M::LiteralHash then '{' + o.entries.map { |e| "#{write(e.key)} => #{write(e.value)}" }.join(', ') + '}'
    when M::ParenthesizedExpression then "(paren #{write(o.expr)})"
    when M::NotExpression then "(! #{write(o.expr)})"
    when M::UnaryMinusExpression then "(- #{write(o.expr)})"
    when M::UnfoldExpression then "(* #{write(o.expr)})"
    when M::RenderExpression then "(render #{write(o.expr)})"
    when M::AndExpression then binary(o, 'and')
    when M::OrExpression then binary(o, 'or')
    when M::InExpression then binary(o, 'in')
    when M::AssignmentExpression, M::ArithmeticExpression, M::ComparisonExpression, M::MatchExpression, M::RelationshipExpression
      binary(o, o.operator)
    when M::AccessExpression then "(access #{write(o.left_expr)} #{list(o.keys)})"
    when M::CallMethodExpression
      call('method', "#{write(o.functor_expr.left_expr)} #{o.functor_expr.right_expr.value}", o)
    when M::CallExpression then call('call', write(o.functor_expr), o)
    when M::LambdaExpression then lambda_expression(o)
    when M::UnlessExpression then "(unless #{write(o.test)} #{block(o.then_expr)} #{else_block(o.else_expr)})"
    when M::IfExpression then "(if #{write(o.test)} #{block(o.then_expr)} #{else_block(o.else_expr)})"
    when M::CaseExpression
      options = o.options.map { |c| "(#{list(c.values)} #{block(c.then_expr)})" }
      "(case #{write(o.test)} #{options.join(' ')})"
    when M::SelectorExpression
      options = o.selectors.map { |c| "#{write(c.matching_expr)} => #{write(c.value_expr)}" }
      "(select #{write(o.left_expr)} #{options.join(', ')})"
    when M::ApplyExpression then "(apply #{list(o.arguments)} #{block(o.body)})"
    else definition(o)
    end
  end

  # An else with one statement looks like an elsif, which is why both are written alike.
  def else_block(o)
    return '-' if o.nil? || o.is_a?(M::Nop)
    o.instance_of?(M::IfExpression) ? write(o) : block(o)
  end

  def lambda_expression(o)
    if o.body.is_a?(M::EppExpression)
      specified = o.parameters.empty? ? '-' : parameters(o.parameters)
      return "(template #{specified} #{block(o.body.body)})"
    end
    "(lambda #{parameters(o.parameters)} #{optional(o.return_type)} #{block(o.body)})"
  end

  # An object type or a set of types, which may have been written as `{…}` or `Parent {…}`: then
  # Puppet has put Object around it, and the parent into it, both without a place.
  def aliased(type)
    hash = type.keys[0] if type.is_a?(M::AccessExpression) && type.keys.length == 1
    left = type.left_expr if hash.is_a?(M::LiteralHash)
    return write(type) unless left && (left.length.zero? || %w[Object TypeSet].include?(left.cased_value))

    parent = left.length.zero? ? nil : left
    entries = hash.entries
    if !parent && entries.last && entries.last.length.zero?
      parent = entries.last.value
      entries = entries[0..-2]
    end
    hash = '{' + entries.map { |e| "#{write(e.key)} => #{write(e.value)}" }.join(', ') + '}'
    "object #{hash} #{parent ? write(parent) : '-'}"
  end

  def definition(o)
    case o
    when M::ResourceExpression
      bodies = o.bodies.map { |b| "(#{write(b.title)} #{attributes(b.operations)})" }
      "(resource #{o.form} #{o.type_name.is_a?(M::QualifiedName) ? o.type_name.value : write(o.type_name)} #{bodies.join(' ')})"
    when M::ResourceDefaultsExpression then "(defaults #{o.form} #{write(o.type_ref)} #{attributes(o.operations)})"
    when M::ResourceOverrideExpression then "(override #{o.form} #{write(o.resources)} #{attributes(o.operations)})"
    when M::CollectExpression
      kind = o.query.is_a?(M::ExportedQuery) ? 'exported' : 'virtual'
      "(collect #{kind} #{write(o.type_expr)} #{optional(o.query.expr)} #{attributes(o.operations)})"
    when M::HostClassDefinition
      "(class #{o.name}#{at(o)} #{parameters(o.parameters)} #{o.parent_class || '-'} #{block(o.body)})"
    when M::ResourceTypeDefinition then "(define #{o.name}#{at(o)} #{parameters(o.parameters)} #{block(o.body)})"
    when M::PlanDefinition then "(plan #{o.name}#{at(o)} #{parameters(o.parameters)} #{block(o.body)})"
    when M::FunctionDefinition
      "(function #{o.name}#{at(o)} #{parameters(o.parameters)} #{optional(o.return_type)} #{block(o.body)})"
    when M::NodeDefinition then "(node#{at(o)} #{list(o.host_matches)} #{optional(o.parent)} #{block(o.body)})"
    when M::TypeAlias then "(alias #{o.name} #{aliased(o.type_expr)})"
    when M::TypeMapping then "(mapping #{write(o.type_expr)} #{write(o.mapping_expr)})"
    when M::TypeDefinition then "(definition #{o.name} #{o.parent || '-'} #{block(o.body)})"
    else raise "no notation for #{o.class}"
    end
  end
end

ENVIRONMENT = Puppet::Node::Environment.create(:test, ['/modules'])

# What Puppet's validation refuses.
def errors_of(model)
  acceptor = Puppet::Pops::Validation::Acceptor.new
  Puppet::Pops::Validation::ValidatorFactory_4_0.new.validator(acceptor).validate(model)
  formatter = Puppet::Pops::Validation::DiagnosticFormatterPuppetStyle.new
  acceptor.errors.map { |d| { error: formatter.format_message(d), line: d.source_pos.line, column: d.source_pos.pos } }
end

STDIN.each_line(chomp: true) do |line|
  request = line.start_with?('{') ? JSON.parse(line) : { 'text' => File.read(line, encoding: 'UTF-8'), 'template' => line.end_with?('.epp') }
  Puppet[:tasks] = request.fetch('plans', false)
  parser = (request['template'] ? Puppet::Pops::Parser::EppParser : Puppet::Pops::Parser::Parser).new
  answer =
    begin
      model = parser.parse_string(request['text'], request['file']).model
      if request['validate']
        { errors: Puppet.override(current_environment: ENVIRONMENT) { errors_of(model) } }
      else
        { tree: Dump.of(model) }
      end
    rescue Puppet::Error => e
      place = e.respond_to?(:line) ? { line: e.line, column: e.pos } : {}
      { error: e.message.sub(/ \(line: \d+, column: \d+\)\z/, ''), **place }
    rescue StandardError => e
      # What is not meant as a message, such as a crash of the lexer.
      { error: "#{e.class}: #{e.message.lines.first.to_s.chomp}" }
    end
  puts JSON.generate(answer)
  STDOUT.flush
end
