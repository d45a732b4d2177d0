type M::B = Array[M::A]
