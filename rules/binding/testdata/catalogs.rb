# Compiles a catalog with all resources of each of the classes named on standard input, in the environment whose folder
# is the argument, and writes a line of JSON for each: the error of Puppet, or null.
require 'json'
require 'puppet'
require 'puppet_pal'

Puppet.initialize_settings(['--log_level', 'err'])
Puppet[:strict] = :warning
$stdout.sync = true
Puppet::Pal.in_environment('production', env_dir: ARGV[0], facts: {}) do |environment|
  STDIN.each_line(chomp: true) do |name|
    error = nil
    begin
      environment.with_catalog_compiler do |c|
        c.evaluate_string("include #{name}")
        c.compile_additions
      end
    rescue Puppet::Error => e
      error = e.message
    end
    puts JSON.generate(error)
  end
end
