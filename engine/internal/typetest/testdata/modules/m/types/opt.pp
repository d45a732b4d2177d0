type M::Opt = Optional[String]
