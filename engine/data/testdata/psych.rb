# frozen_string_literal: true

# Reads data files as Puppet does and tells what came out: one JSON object per line on stdin
# ({"text": base64, "format": "yaml" or "json"}), one per line on stdout ({"value": tagged} or
# {"error": base64 of the message}). The tests of package data compare themselves with it.
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
      { 'value' => tagged(load(text, request['format'])) }
    rescue SystemStackError, StandardError => e
      # Ruby adds a snippet of its own source to some messages.
      { 'error' => [e.message.b.sub(/\n\n[^\n]*\n *\^+\z/n, '')].pack('m0') }
    end
  puts JSON.generate(answer, max_nesting: 0)
end
