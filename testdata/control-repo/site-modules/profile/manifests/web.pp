# The web servers.
class profile::web (
  Stdlib::Absolutepath $base,
  Hash[String, Hash]   $vhosts = {},
) {
  create_resources('nginx::vhost', $vhosts)
}
