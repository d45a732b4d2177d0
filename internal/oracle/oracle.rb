#!/usr/bin/env ruby
# frozen_string_literal: true

# Loads Puppet once and answers lookups: one JSON object per line on standard
# input, one per line on standard output, in the same order, in the form of
# `hieralint lookup --batch` (docs/batch.md).
#
# Functions of an environment are loaded and run. Its manifests are not
# evaluated, as with `puppet lookup` without --compile.

require 'json'
require 'optparse'
require 'tmpdir'
require 'timeout'
require 'set'
require 'time'
require_relative 'tagged'

opts = { lib: ENV['ORACLE_PUPPET_LIB'], envcache: 8, compcache: 64 }
OptionParser.new do |o|
  o.banner = 'usage: oracle.rb [--puppet-lib DIR] < requests.jsonl > answers.jsonl'
  o.on('--puppet-lib DIR', 'load Puppet from this lib directory instead of the installed one') { |v| opts[:lib] = v }
  o.on('--compilers N', Integer, 'how many node contexts (environment + facts) to keep') { |v| opts[:compcache] = v }
  o.on('--environments N', Integer, 'how many environments to keep loaded') { |v| opts[:envcache] = v }
end.parse!

$LOAD_PATH.unshift(File.expand_path(opts[:lib])) if opts[:lib]
require 'puppet'
require 'puppet/pops'
require 'puppet/pops/lookup'
require 'puppet/pops/lookup/lookup_adapter'

# Gives Puppet exactly one environment, whatever its directory is called.
class OracleEnvironments
  include Puppet::Environments::EnvironmentCreator
  include Puppet::Environments::EnvironmentLoader

  attr_reader :env

  def initialize(env, conf)
    @env = env
    @conf = conf
  end

  def search_paths
    []
  end

  def list
    [@env]
  end

  def get(name)
    name.to_sym == @env.name ? @env : nil
  end

  def get_conf(name)
    name.to_sym == @env.name ? @conf : nil
  end

  def clear_all; end
  def clear(_name); end
end

# Lets qualified variables ($some::class::var) be set without evaluating the
# class, and records which variables a lookup read.
module OracleScope
  attr_accessor :oracle_vars, :oracle_top, :oracle_reads

  def lookup_qualified_variable(name, options = {})
    table = oracle_vars
    if table
      key = name.sub(/\A::/, '')
      return table[key] if table.key?(key)
    end
    super
  end

  def exist?(name)
    key = name.sub(/\A::/, '')
    return true if oracle_vars && key.include?('::') && oracle_vars.key?(key)

    super
  end

  def [](name, *rest)
    value =
      if oracle_top && name.start_with?('::') && oracle_top.key?(name[2..])
        oracle_top[name[2..]]
      else
        super
      end
    oracle_reads[name] = value if oracle_reads
    value
  rescue Exception # rubocop:disable Lint/RescueException
    oracle_reads[name] = :undef if oracle_reads
    raise
  end
end

# Answers a data provider function from a list of recorded calls, so that an
# environment whose functions are written in Ruby or Puppet can be replayed
# without them.
class StubFunction
  class Dispatcher
    def dispatchers
      [Struct.new(:type).new(Struct.new(:return_type).new(nil))]
    end
  end

  def self.dispatcher
    Dispatcher.new
  end

  def initialize(tag, calls)
    @tag = tag
    @calls = calls
  end

  def call(_scope, *args)
    hit = @calls.find { |c| match?(c, args) }
    throw :no_such_key if hit.nil? || hit['not_found']
    if hit['error']
      klass = hit['error']['class'] == 'Puppet::DataBinding::LookupError' ? Puppet::DataBinding::LookupError : ArgumentError
      raise klass, hit['error']['message']
    end
    Tagged.decode(hit['result'])
  end

  def match?(call, args)
    case @tag
    when 'data_hash' then Tagged.encode(args[0]) == call['options']
    when 'lookup_key' then args[0] == call['key'] && Tagged.encode(args[1]) == call['options']
    when 'data_dig' then Tagged.encode(args[0]) == call['segments'] && Tagged.encode(args[1]) == call['options']
    else true
    end
  end
end

module OracleFunctions
  class << self
    attr_accessor :stubs
  end

  def load_function(lookup_invocation)
    calls = OracleFunctions.stubs
    mine = calls&.select { |c| c['function'] == "#{self.class::TAG}:#{function_name}" }
    return super if mine.nil? || mine.empty?

    StubFunction.new(self.class::TAG, mine)
  end
end
Puppet::Pops::Lookup::FunctionProvider.prepend(OracleFunctions)

class Oracle
  Context = Struct.new(:env, :loader, :compiler, :overrides)

  BASE = Dir.mktmpdir('oracle')
  at_exit { FileUtils.rm_rf(BASE) }

  def initialize(envcache:, compcache:)
    Puppet.initialize_settings(['--confdir', BASE, '--vardir', "#{BASE}/var", '--codedir', "#{BASE}/code",
                                '--hiera_config', "#{BASE}/nonexistent-hiera.yaml"])
    Puppet::Node::Facts.indirection.terminus_class = :memory
    Puppet[:environment_timeout] = 0
    @strict_default = [Puppet[:strict], Puppet[:strict_variables]]
    @envs = {}
    @compilers = {}
    @envcache = envcache
    @compcache = compcache
    @logs = []
    Puppet::Util::Log.close_all
    logs = @logs
    dest = Class.new do
      define_method(:<<) { |msg| logs << msg }
    end.new
    # LogCollector is only in the test helper, so declare our own destination.
    Puppet::Util::Log.newdesttype(:oracle) do
      match(/\Aoracle\z/)
      define_method(:handle) { |msg| dest << msg }
    end
    Puppet::Util::Log.newdestination('oracle')
    Puppet::Util::Log.level = :notice
  end

  def answer(req)
    out = { 'id' => req['id'] }
    @logs.clear
    limit = req.fetch('timeout', 30)
    begin
      Timeout.timeout(limit) { dispatch(req, out) }
    rescue SystemExit, Interrupt
      raise
    rescue Timeout::Error
      out['error'] = { 'class' => 'Timeout', 'message' => "no answer within #{limit} s" }
      forget(req)
    rescue Exception => e # rubocop:disable Lint/RescueException
      out['error'] ||= error(e)
    end
    out['warnings'] = @logs.select { |l| %i[warning err alert crit emerg].include?(l.level) }
                           .map { |l| l.message.to_s }
    notices = @logs.select { |l| l.level == :notice }.map { |l| l.message.to_s }
    out['notices'] = notices unless notices.empty?
    out
  end

  private

  def dispatch(req, out)
    forget(req) if req['fresh']
    settings(req) do
      if req['allkeys'] || req.key?('keys')
        all_keys(req, out)
      else
        one(req, out)
      end
    end
  end

  # Ruby code of an environment stays loaded; data and hiera.yaml do not.
  def forget(req)
    dir = req['envdir'] ? File.expand_path(req['envdir']) : "#{BASE}/empty-env"
    @envs.reject! { |k, _| k[0] == dir }
    @compilers.reject! { |k, _| k[0][0] == dir }
  end

  def settings(req)
    s = req['settings'] || {}
    saved = {}
    cwd = nil
    begin
      hc = global_config(req)
      set(saved, :hiera_config, hc)
      set(saved, :strict, (s['strict'] || @strict_default[0]).to_sym)
      set(saved, :strict_variables, s.key?('strict_variables') ? s['strict_variables'] : @strict_default[1])
      set(saved, :data_binding_terminus, s['data_binding_terminus']) if s['data_binding_terminus']
      if req['codedir']
        set(saved, :codedir, File.expand_path(req['codedir']))
        set(saved, :environmentpath, File.join(File.expand_path(req['codedir']), 'environments'))
      end
      Puppet.clear_deprecation_warnings
      OracleFunctions.stubs = req['functions']
      if req['cwd']
        cwd = Dir.pwd
        Dir.chdir(req['cwd'])
      end
      yield
    ensure
      Dir.chdir(cwd) if cwd
      saved.each { |k, v| Puppet[k] = v }
    end
  end

  def set(saved, key, value)
    saved[key] = Puppet[key]
    Puppet[key] = value unless saved[key] == value
  end

  def global_config(req)
    if req['hiera_config'] then File.expand_path(req['hiera_config'])
    elsif req['globaldir'] then File.join(File.expand_path(req['globaldir']), 'hiera.yaml')
    else "#{BASE}/nonexistent-hiera.yaml"
    end
  end

  def environment(req)
    dir = req['envdir'] ? File.expand_path(req['envdir']) : "#{BASE}/empty-env"
    if req['envdir'].nil? then FileUtils.mkdir_p(dir)
    elsif !File.directory?(dir) then raise ArgumentError, "envdir: no such directory: #{dir}"
    end
    name = (req['environment'] || 'production').to_sym
    mp = req['modulepath'] && req['modulepath'].map { |p| File.expand_path(p) }
    key = [dir, name, mp, mtime(File.join(dir, 'environment.conf')), mp ? nil : Puppet[:basemodulepath]]
    hit = @envs.delete(key)
    unless hit
      conf = Puppet::Settings::EnvironmentConf.load_from(dir, [])
      paths = mp || Array(conf.modulepath.is_a?(String) ? conf.modulepath.split(File::PATH_SEPARATOR) : conf.modulepath)
      paths = paths.map { |p| p.sub('$basemodulepath', Puppet[:basemodulepath].to_s) }
      env = Puppet::Node::Environment.create(name, paths, Puppet::Node::Environment::NO_MANIFEST)
      hit = [env, OracleEnvironments.new(env, conf)]
    end
    @envs[key] = hit
    evict(@envs, @envcache) { |k| @compilers.reject! { |ck, _| ck[0] == k } }
    [key, *hit]
  end

  def mtime(path)
    File.mtime(path).to_f
  rescue SystemCallError
    nil
  end

  def evict(cache, max)
    while cache.size > max
      k, = cache.shift
      yield k if block_given?
    end
  end

  def context(req)
    key, env, loader = environment(req)
    ckey = [key, Puppet[:hiera_config], Puppet[:strict], Puppet[:strict_variables],
            [req['facts'], req['trusted'], req['server_facts'], req['vars'], req['top_vars'], req['node']].hash]
    ctx = @compilers.delete(ckey)
    ctx ||= new_context(req, env, loader)
    @compilers[ckey] = ctx
    evict(@compilers, @compcache)
    ctx
  end

  def new_context(req, env, loader)
    facts = Tagged.decode(req['facts'] || {})
    name = req['node'] || facts['clientcert'] || facts['fqdn'] ||
           (facts['networking'].is_a?(Hash) && facts['networking']['fqdn']) || 'oracle.example.com'
    over = { environments: loader, current_environment: env }
    # Another directory may have the same name of an environment.
    Puppet.settings.clear_environment_settings(env.name)
    Puppet.override(over, 'oracle') do
      node = Puppet::Node.new(name.to_s, environment: env)
      node.fact_merge(Puppet::Node::Facts.new(name.to_s, facts))
      if req['server_facts'].nil?
        node.add_server_facts('serverversion' => Puppet.version.to_s, 'servername' => 'puppet.example.com',
                              'serverip' => '192.0.2.1')
      else
        node.add_server_facts(Tagged.decode(req['server_facts']))
      end
      node.trusted_data = trusted(req, name.to_s)
      qualified = {}
      Tagged.decode(req['vars'] || {}).each do |k, v|
        k = k.sub(/\A::/, '')
        if k.include?('::')
          qualified[k] = v == :undef ? nil : v
        elsif %w[facts trusted server_facts environment].include?(k)
          next
        else
          node.parameters[k] = v
        end
      end
      # A module's or class's local names are ordinary variables here.
      compiler = Puppet::Parser::Compiler.new(node)
      compiler.topscope.singleton_class.prepend(OracleScope)
      compiler.topscope.oracle_vars = qualified
      compiler.topscope.oracle_top = Tagged.decode(req['top_vars']) if req['top_vars']
      Puppet.override(compiler.context_overrides, 'oracle') do
        compiler.send(:set_node_parameters)
        compiler.send(:create_settings_scope)
        # What evaluating an empty main class leaves in the top scope.
        %w[title name].each { |n| compiler.topscope[n] = 'main' unless compiler.topscope.exist?(n) }
      end
      over = over.merge(compiler.context_overrides)
      Context.new(env, loader, compiler, over)
    end
  end

  def trusted(req, name)
    return Tagged.decode(req['trusted']) if req['trusted']

    host, domain = name.split('.', 2)
    { 'authenticated' => 'remote', 'certname' => name, 'extensions' => {}, 'hostname' => host, 'domain' => domain }
  end

  def one(req, out)
    ctx = context(req)
    Puppet.override(ctx.overrides, 'oracle') do
      if req['interpolate']
        run_interpolate(req, ctx, out)
      else
        run_lookup(req, ctx, out, req['key'])
      end
    end
  end

  def run_lookup(req, ctx, out, key)
    unless key.is_a?(String) || (key.is_a?(Array) && key.all?(String))
      raise ArgumentError, 'key: expected text or a list of text'
    end

    explain = req['explain'] || req['explain_options']
    fresh_adapter(ctx) if explain || req['fresh_adapter']
    scope = ctx.compiler.topscope
    scope.oracle_reads = {} if req['trace']
    explainer = explain ? Puppet::Pops::Lookup::Explainer.new(!!req['explain_options'], !!req['explain_options'] && !req['explain']) : nil
    inv = Puppet::Pops::Lookup::Invocation.new(scope, Tagged.decode(req['override'] || {}),
                                              Tagged.decode(req['default_values_hash'] || {}), explainer)
    inv.set_global_only if req['global_only']
    v3(req, inv) if req['hiera_call']
    merge = req['merge']
    merge = merge.to_sym if req['hiera_call'] && merge.is_a?(String)
    type = req['type'] && Puppet::Pops::Types::TypeParser.singleton.parse(req['type'], ctx.compiler.loaders.private_environment_loader)
    has_default = req.key?('default')
    begin
      value =
        if req.key?('block_result')
          Puppet::Pops::Lookup.lookup(key, type, nil, false, merge, inv) { |_| Tagged.decode(req['block_result']) }
        elsif req['apl']
          apl(key, inv)
        else
          Puppet::Pops::Lookup.lookup(key, type, Tagged.decode(req['default']), has_default, merge, inv)
        end
      out['value'] = Tagged.encode(value)
    rescue StandardError, SystemStackError => e
      out['error'] = error(e)
      inv.report_text { e.message } if explainer && e.is_a?(Puppet::DataBinding::LookupError)
    rescue UncaughtThrowError => e
      out['error'] = error(e)
    ensure
      hiera3_reset
      if req['trace']
        out['reads'] = Tagged.encode(scope.oracle_reads)
        scope.oracle_reads = nil
      end
    end
    return unless explainer

    out['explain'] = utf8(explainer.explain)
    out['explain_hash'] = Tagged.encode(plain(explainer.to_hash)) if req['explain_hash']
  end

  def apl(key, inv)
    found = true
    value = nil
    result = catch(:no_such_key) do
      value = Puppet::Pops::Lookup.search_and_merge(key, inv, nil)
      :ok
    end
    found = false unless result == :ok
    raise Puppet::DataBinding::LookupError, "no_such_key: #{key}" unless found

    value
  end

  def v3(req, inv)
    inv.set_hiera_xxx_call
    adapter = inv.lookup_adapter
    inv.set_global_only unless adapter.global_only? || adapter.has_environment_data_provider?(inv)
    o = req['hiera_override']
    inv.set_hiera_v3_location_overrides(o) unless o.nil? || (o.is_a?(Array) && o.empty?)
  end

  def run_interpolate(req, ctx, out)
    inv = Puppet::Pops::Lookup::Invocation.new(ctx.compiler.topscope, Tagged.decode(req['override'] || {}),
                                              Tagged.decode(req['default_values_hash'] || {}))
    ip = Class.new { include Puppet::Pops::Lookup::Interpolation }.new
    out['value'] = Tagged.encode(ip.interpolate(Tagged.decode(req['interpolate']), inv, req.fetch('allow_methods', true)))
  rescue StandardError => e
    out['error'] = error(e)
  end

  def all_keys(req, out)
    ctx = context(req)
    results = {}
    Puppet.override(ctx.overrides, 'oracle') do
      keys = req['keys'] || collect_keys(ctx)
      keys.each do |key|
        before = @logs.size
        r = {}
        begin
          Timeout.timeout(req.fetch('key_timeout', 20)) { run_lookup(req.merge('default' => nil).tap { |h| h.delete('default') }, ctx, r, key) }
        rescue Timeout::Error
          r['error'] = { 'class' => 'Timeout', 'message' => 'no answer in time' }
        end
        w = @logs[before..].select { |l| l.level == :warning }.map { |l| l.message.to_s }
        r['warnings'] = w unless w.empty?
        results[key] = r
      end
    end
    out['results'] = results
  end

  # Every top-level key of every data file that lies under a data directory of
  # the environment or of one of its modules.
  def collect_keys(ctx)
    roots = []
    envdir = ctx.loader.get_conf(ctx.env.name).path_to_env
    roots.concat(datadirs(envdir))
    roots.concat(%w[data hieradata hiera].map { |d| File.join(envdir, d) }.select { |d| File.directory?(d) }) if roots.empty?
    ctx.env.modules.each { |m| roots.concat(datadirs(m.path)) }
    keys = Set.new
    roots.uniq.each do |root|
      Dir.glob("#{root}/**/*.{yaml,yml,eyaml,json}").sort.each do |f|
        data = f.end_with?('.json') ? JSON.parse(File.read(f)) : Puppet::Util::Yaml.safe_load(File.read(f), [Symbol, Date, Time])
        data.each_key { |k| keys << k.to_s } if data.is_a?(Hash)
      rescue StandardError, SyntaxError
        next
      end
    end
    keys.delete('lookup_options')
    keys.reject(&:empty?).sort.map { |k| k.match?(/[."']/) ? quote(k) : k }
  end

  def quote(key)
    key.include?("'") ? %("#{key}") : "'#{key}'"
  end

  def datadirs(base)
    conf = File.join(base, 'hiera.yaml')
    return [] unless File.file?(conf)

    h = Puppet::Util::Yaml.safe_load(File.read(conf), [Symbol])
    return [] unless h.is_a?(Hash)

    dirs = []
    default = h.dig('defaults', 'datadir') || h[:datadir] || h['datadir'] || 'data'
    dirs << default
    (Array(h['hierarchy']) + Array(h['default_hierarchy'])).each { |e| dirs << e['datadir'] if e.is_a?(Hash) && e['datadir'] }
    dirs.map { |d| File.expand_path(d.to_s.split('%{').first.to_s, base) }.select { |d| File.directory?(d) }
  rescue StandardError
    []
  end

  def fresh_adapter(ctx)
    Puppet::Pops::Lookup::LookupAdapter.clear(ctx.compiler)
  end

  # Classic Hiera keeps its configuration in class variables.
  def hiera3_reset
    return unless Object.const_defined?(:Hiera)

    [[Hiera, :@config], [Hiera, :@logger]].each do |mod, iv|
      mod.send(:remove_instance_variable, iv) if mod.instance_variable_defined?(iv)
    end
    if Hiera.const_defined?(:Config) && Hiera::Config.instance_variable_defined?(:@config)
      Hiera::Config.send(:remove_instance_variable, :@config)
    end
    Hiera::Backend.clear! if Hiera.const_defined?(:Backend) && Hiera::Backend.respond_to?(:clear!)
  end

  def plain(value)
    case value
    when Hash then value.to_h { |k, v| [k.is_a?(Symbol) ? k.to_s : k, %i[value].include?(k) ? v : plain(v)] }
    when Array then value.map { |v| plain(v) }
    when Symbol then value.to_s
    else value
    end
  end

  def error(err)
    # Ruby adds a piece of the source and suggestions to some messages.
    text = err.respond_to?(:original_message) ? err.original_message : err.message
    e = { 'class' => err.class.name, 'message' => utf8(text.to_s) }
    if err.is_a?(Puppet::DataBinding::LookupError)
      e['not_found'] = true if err.message.start_with?('Function lookup() did not find a value for ')
      e['issue'] = err.issue_code.to_s if err.respond_to?(:issue_code) && err.issue_code
    end
    e
  end

  def utf8(str)
    s = String.new(str)
    s.force_encoding(Encoding::UTF_8)
    s.scrub
  end
end

if $PROGRAM_NAME == __FILE__
  $stdout.sync = true
  out = $stdout.dup
  out.sync = true
  $stdout.reopen($stderr) # anything a custom function prints must not mix with the answers
  oracle = Oracle.new(envcache: opts[:envcache], compcache: opts[:compcache])
  $stdin.each_line do |line|
    next if line.strip.empty?

    begin
      req = JSON.parse(line)
    rescue JSON::ParserError => e
      out.puts JSON.generate('id' => nil, 'error' => { 'class' => 'BadRequest', 'message' => e.message })
      next
    end
    answer = oracle.answer(req)
    begin
      out.puts JSON.generate(answer)
    rescue StandardError => e
      out.puts JSON.generate('id' => req['id'], 'error' => { 'class' => 'Encode', 'message' => e.message })
    end
  end
end
