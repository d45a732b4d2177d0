# Writes the message of the day.
class motdx (
  Array[String] $lines,
) {
  file { '/etc/motd':
    content => join($lines, "\n"),
  }
}
