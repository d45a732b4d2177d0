type M::A = Variant[Integer, M::B]
