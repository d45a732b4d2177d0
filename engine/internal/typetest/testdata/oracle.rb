#!/usr/bin/env ruby
# frozen_string_literal: true

# Real Puppet's type system as a service, for the differential tests of package types: one JSON
# request per line on stdin, one JSON answer per line on stdout. The argument is the folder of the modules.
#
#   {"op": "parse",    "type": T}                                {"print", "expanded"}
#   {"op": "instance", "type": T, "value": V}                    {"instance"}
#   {"op": "describe", "type": T, "value": V, "subject": S}      {"text"}: empty when nothing mismatches
#   {"op": "infer",    "value": V}                               {"infer", "set", "generic", "normal"}
#   {"op": "assignable", "type": T, "other": T}                  {"assignable", "common"}
#   {"op": "new",      "type": T, "args": [V, …]}                {"value", "string"}
#   {"op": "convert",  "spec": V, "value": V}                    {"value"}: convert_to with key 'k'
#   {"op": "parameters", "params": [[NAME, T, REQUIRED], …], "value": V}   {"text"}: for the class Class[M]
#   {"op": "format",   "format": F, "value": V}                  {"text"}: Kernel#format
#   {"op": "text",     "value": V}                               {"to_s", "inspect"}
#
# An answer is {"error": TEXT, "class": C} where Puppet raises. Values that JSON lacks are tagged:
# {"__type": T, "value": V}.

require 'json'
require 'base64'
require 'puppet'
require 'puppet/pops'

include Puppet::Pops

Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent', '--codedir', '/nonexistent'], false)
Puppet::Util::Log.close_all

def encode(v)
  case v
  when nil, true, false then v
  when Integer then v.bit_length > 63 ? tag('Integer', v.to_s) : v
  when Float then v.nan? || v.infinite? ? tag('Float', v.to_s) : v
  when String
    return tag('Bytes', Base64.strict_encode64(v)) if v.encoding == Encoding::BINARY || !v.dup.force_encoding('UTF-8').valid_encoding?

    v.encode('UTF-8')
  when Symbol
    v == :default ? tag('Default', nil) : tag('Symbol', v.to_s)
  when Array then v.map { |e| encode(e) }
  when Hash
    v.keys.all?(String) && !v.key?('__type') ? v.transform_values { |e| encode(e) } : tag('Hash', v.map { |k, e| [encode(k), encode(e)] })
  when Types::PSensitiveType::Sensitive then tag('Sensitive', encode(v.unwrap))
  when Types::PBinaryType::Binary then tag('Binary', v.to_s)
  when Puppet::Pops::Time::Timestamp then tag('Timestamp', v.nsecs.to_s)
  when Puppet::Pops::Time::Timespan then tag('Timespan', v.nsecs.to_s)
  when SemanticPuppet::Version then tag('SemVer', v.to_s)
  when SemanticPuppet::VersionRange then tag('SemVerRange', [v.to_s, v.inspect])
  when Regexp then tag('Regexp', v.source)
  when URI then tag('URI', v.to_s)
  when Types::PAnyType then tag('Type', v.to_s)
  else tag('Object', v.class.name)
  end
end

def tag(type, value)
  { '__type' => type, 'value' => value }
end

def decode(v)
  case v
  when Array then v.map { |e| decode(e) }
  when Hash
    x = v['value']
    case v['__type']
    when nil then v.transform_values { |e| decode(e) }
    when 'Hash' then x.to_h { |k, e| [decode(k), decode(e)] }
    when 'Integer' then x.to_i
    when 'Float' then { 'NaN' => Float::NAN, 'Infinity' => Float::INFINITY, '-Infinity' => -Float::INFINITY }[x]
    when 'Bytes' then Base64.strict_decode64(x)
    when 'Symbol' then x.to_sym
    when 'Default' then :default
    when 'Sensitive' then Types::PSensitiveType::Sensitive.new(decode(x))
    when 'Binary' then Types::PBinaryType::Binary.from_base64_strict(x)
    when 'Timestamp' then Puppet::Pops::Time::Timestamp.new(x.to_i)
    when 'Timespan' then Puppet::Pops::Time::Timespan.new(x.to_i)
    when 'SemVer' then SemanticPuppet::Version.parse(x)
    when 'SemVerRange' then SemanticPuppet::VersionRange.parse(x.is_a?(Array) ? x[0] : x)
    when 'Regexp' then Regexp.new(x)
    when 'URI' then URI.parse(x)
    when 'Type' then parse(x)
    else raise "unknown tag #{v['__type']}"
    end
  else v
  end
end

def parse(text)
  Types::TypeParser.singleton.parse(text)
end

# The lookup adapter's own conversion, without a lookup around it.
class Conversion
  def initialize(compiler)
    @adapter = Puppet::Pops::Lookup::LookupAdapter.new(compiler)
    @scope = compiler.topscope
  end

  def call(spec, value)
    invocation = Puppet::Pops::Lookup::Invocation.new(@scope)
    @adapter.convert_result('k', { 'convert_to' => spec }, invocation, -> { value })
  end
end

def answer(req, compiler)
  calc = Types::TypeCalculator.singleton
  case req['op']
  when 'parse'
    t = parse(req['type'])
    { 'print' => t.to_s, 'expanded' => t.to_alias_expanded_s }
  when 'instance'
    { 'instance' => parse(req['type']).instance?(decode(req['value'])) ? true : false }
  when 'describe'
    t = parse(req['type'])
    v = decode(req['value'])
    return { 'text' => '' } if t.instance?(v)

    { 'text' => Types::TypeMismatchDescriber.singleton.describe_mismatch(req['subject'], t, calc.infer_set(v)) }
  when 'infer'
    v = decode(req['value'])
    set = calc.infer_set(v)
    { 'infer' => calc.infer(v).to_s, 'set' => set.to_s, 'generic' => set.generalize.to_s, 'normal' => set.normalize.to_s }
  when 'assignable'
    a = parse(req['type'])
    b = parse(req['other'])
    { 'assignable' => a.assignable?(b) ? true : false, 'common' => calc.common_type(a, b).to_s, 'equal' => a == b,
      'generic' => a.generalize.to_s, 'normal' => a.normalize.to_s }
  when 'new'
    t = parse(req['type'])
    v = compiler.topscope.call_function('new', [t, *req['args'].map { |a| decode(a) }])
    { 'value' => encode(v), 'string' => Types::StringConverter.singleton.convert(v) }
  when 'convert'
    { 'value' => encode(Conversion.new(compiler).call(decode(req['spec']), decode(req['value']))) }
  when 'parameters'
    elements = req['params'].map do |name, type, required|
      key = Types::PStringType.new(name)
      Types::PStructElement.new(required ? key : Types::POptionalType.new(key), parse(type))
    end
    begin
      Types::TypeMismatchDescriber.validate_parameters('Class[M]', Types::PStructType.new(elements), decode(req['value']))
      { 'text' => '' }
    rescue Puppet::ParseError => e
      { 'text' => e.message }
    end
  when 'format'
    { 'text' => format(req['format'], decode(req['value'])) }
  when 'text'
    v = decode(req['value'])
    { 'to_s' => v.to_s, 'inspect' => v.inspect }
  else raise "unknown op #{req['op']}"
  end
end

$stdout.sync = true
env = Puppet::Node::Environment.create(:production, [ARGV[0]])
loaders = Loaders.new(env)
node = Puppet::Node.new('node', environment: env)
Puppet.override(loaders: loaders, current_environment: env, environments: Puppet::Environments::Static.new(env)) do
  compiler = Puppet::Parser::Compiler.new(node)
  Puppet.override(loaders: compiler.loaders) do
    $stdin.each_line do |line|
      request = JSON.parse(line)
      out = begin
        answer(request, compiler)
      rescue SystemStackError => e
        { 'error' => e.message, 'class' => 'SystemStackError' }
      rescue StandardError, NotImplementedError => e
        # did_you_mean and error_highlight add lines that depend on the Ruby, not on Puppet.
        { 'error' => e.message.sub(/\n\n.*\^+\n?.*\z/m, ''), 'class' => e.class.name }
      end
      begin
        puts JSON.generate(out)
      rescue JSON::GeneratorError
        puts JSON.generate({ 'error' => 'unprintable', 'class' => 'JSON' })
      end
    end
  end
end
