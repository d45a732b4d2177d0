type M::Ref = Optional[M::Nope]
