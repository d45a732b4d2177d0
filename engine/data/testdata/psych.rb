# frozen_string_literal: true

# Reads data files as Puppet does and answers what came out: one JSON object per line on stdin
# ({"text": base64, "format": "yaml" or "json"}), one per line on stdout ({"value": tagged} or
# {"error": base64 of the message}). The tests of package data compare themselves with it.
# With the format "tree" the value is the tree that Psych has of the first YAML document:
# see the method tree; null when there is none.
#
# Tagged values: {"i": decimal}, {"f": the 64 bits in hex}, {"s": base64}, {"bin": base64},
# {"sym": base64}, {"a": [...]}, {"h": [[key, value], ...]}, true, false, null.

require 'json'
require 'psych'
require 'puppet'
require 'puppet/util/yaml'
require 'puppet/util/json'
require 'puppet/pops'

$stdout.sync = true
$VERBOSE = nil

# Where the gem multi_json is there, Puppet asks it to read JSON, which then words some errors in its own way. The
# tests compare with the gem json, which is everywhere.
Object.send(:remove_const, :MultiJson) if defined?(MultiJson)

def tagged(value)
  case value
  when nil, true, false then value
  when Integer then { 'i' => value.to_s }
  when Float then { 'f' => [value].pack('G').unpack1('H*') }
  when String then { (value.encoding == Encoding::ASCII_8BIT ? 'bin' : 's') => [value].pack('m0') }
  when Symbol then { 'sym' => [value.to_s].pack('m0') }
  when Array then { 'a' => value.map { |v| tagged(v) } }
  when Hash then { 'h' => value.map { |k, v| [tagged(k), tagged(v)] } }
  else { 'class' => value.class.name }
  end
end

PROPERTIES = { scalar: %i[value anchor tag], alias: %i[anchor], sequence: %i[anchor tag], mapping: %i[anchor tag] }.freeze

# The place is the lines and columns, from 0, where the node begins and ends. It is null where libyaml means
# another place than package data: with an anchor or a tag, of empty scalars, and of blocks and the mapping in
# `[a: b]`, which end further down.
def tree(node, in_sequence: false)
  kind = node.class.name.downcase[/\w+\z/].to_sym
  style = node.respond_to?(:style) ? node.style : 0
  place = [node.start_line, node.start_column, node.end_line, node.end_column]
  block = kind == :scalar ? style > Psych::Nodes::Scalar::DOUBLE_QUOTED : style == Psych::Nodes::Mapping::BLOCK
  place = nil if kind != :alias && (block || node.anchor || node.tag) || place[0, 2] == place[2, 2] || in_sequence && node.children&.size == 2
  { kind: kind, style: style, place: place, children: node.children&.map { |child| tree(child, in_sequence: kind == :sequence) } || [] }
    .merge(PROPERTIES[kind].to_h { |name| [name, node.public_send(name) || ''] })
end

def load(text, format)
  return Puppet::Util::Json.load(text) if format == 'json'

  data = Puppet::Util::Yaml.safe_load(text, [Symbol], 'FILE')
  Puppet::Pops::Lookup::HieraConfig.symkeys_to_string(data)
end

$stdin.each_line do |line|
  request = JSON.parse(line)
  text = request['text'].unpack1('m0').force_encoding('UTF-8')
  answer =
    begin
      if request['format'] == 'tree'
        document = Psych.parse(text)
        { 'value' => document ? tree(document.root) : nil }
      else
        { 'value' => tagged(load(text, request['format'])) }
      end
    rescue SystemStackError, StandardError => e
      # Ruby adds a snippet of its own source to some messages.
      { 'error' => [e.message.b.sub(/\n\n[^\n]*\n *\^+\z/n, '')].pack('m0') }
    end
  puts JSON.generate(answer, max_nesting: 0)
end
