// Package rich has the values of Puppet's rich data that are neither scalars nor collections: regular expressions, versions and their ranges, moments and
// lengths of time, URIs and bytes. It reads them from strings and writes them as Puppet and Ruby do; error texts are theirs.
package rich
