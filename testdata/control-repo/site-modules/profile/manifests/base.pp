# What every node has.
class profile::base (
  Array[String] $packages,
  String        $domain,
  Hash          $options = {},
) {
  package { $packages: ensure => installed }
}
