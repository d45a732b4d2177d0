# Reads lines of JSON with the folder of an environment, the facts of a node, and pieces of code, compiles a catalog
# with each piece, and writes a line of JSON with Puppet's errors, which are null for catalogs that compile, and the keys
# that were looked up.
require 'json'
require 'puppet'
require 'puppet_pal'

module Recorded
  def search_and_merge(name, *rest)
    $keys << name
    super
  end
end
Puppet::Pops::Lookup.singleton_class.prepend(Recorded)
Puppet.initialize_settings(['--log_level', 'err'])
Puppet[:strict] = :warning
$stdout.sync = true
STDIN.each_line do |line|
  request = JSON.parse(line)
  $keys = []
  errors = Puppet::Pal.in_environment('production', env_dir: request['dir'], facts: request['facts']) do |environment|
    request['code'].map do |code|
      environment.with_catalog_compiler do |c|
        c.evaluate_string(code)
        c.compile_additions
      end
      nil
    rescue StandardError => e
      e.message
    end
  end
  puts JSON.generate('errors' => errors, 'keys' => $keys.uniq)
end
