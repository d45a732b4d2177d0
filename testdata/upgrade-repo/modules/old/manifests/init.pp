# Old settings.
class old (Integer $level) { }
