// Package rich has the values of Puppet's rich data that are neither scalars nor collections:
// regular expressions, versions and version ranges, times and durations, URIs, and binary data. It
// parses and formats them as Puppet and Ruby do, with their error messages.
package rich
