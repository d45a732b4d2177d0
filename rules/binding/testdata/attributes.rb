# Creates the resources in the JSON on standard input, each as an array of its type and attributes, with its title as `name`, and prints a JSON array with
# the error of Puppet for each: null if there is none, and false if the type is not known. Types are also found in the modules in the
# directories of $HIERALINT_TEST_MODULES.
require 'json'
$LOAD_PATH.concat(ENV['HIERALINT_TEST_MODULES'].to_s.split(':').flat_map { |dir| Dir["#{dir}/*/lib"] })
require 'puppet'

Puppet.initialize_settings
errors = JSON.parse($stdin.read).map do |name, attributes|
  type = Puppet::Type.type(name.to_sym)
  next false unless type

  begin
    title = attributes.delete('name')
    type.new(Puppet::Resource.new(name, title, parameters: attributes.transform_keys(&:to_sym)))
    nil
  rescue Puppet::Error => e
    e.message
  rescue StandardError => e
    "crashes: #{e.message}"
  end
end
puts JSON.generate(errors)
