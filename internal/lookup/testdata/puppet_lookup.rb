# Runs `puppet lookup` for each list of arguments on standard input (JSON), each in a process of its
# own and two at a time, and prints what each wrote, to standard output and to standard error, and
# how it ended. Puppet is loaded once.
require 'json'
require 'tempfile'
require 'tmpdir'
require 'puppet'
require 'puppet/pops'
require 'puppet/util/command_line'
require 'puppet/application/lookup'

codedir = ARGV[0]
base = Dir.mktmpdir

start = lambda do |args|
  read, write = IO.pipe
  errors = Tempfile.new('errors', base)
  pid = fork do
    $stdout.reopen(write)
    $stderr.reopen(errors)
    read.close
    own = Dir.mktmpdir(nil, base) # two that make the same directories get in each other's way
    directories = ['--confdir', own, '--vardir', "#{own}/var", '--publicdir', "#{own}/public",
                   '--logdir', "#{own}/log", '--rundir', "#{own}/run", '--codedir', codedir]
    Puppet::Util::CommandLine.new('puppet', ['lookup', *directories, '--color', 'false', *args]).execute
  end
  write.close
  [pid, read, errors]
end

answers = JSON.parse($stdin.read).each_slice(2).flat_map do |pair|
  pair.map(&start).map do |pid, read, errors|
    out = read.read
    Process.wait(pid)
    { out: out, errors: "#{File.read(errors.path)}#{$?}", found: $?.success? }
  end
end
puts JSON.generate(answers)
FileUtils.rm_rf(base)
