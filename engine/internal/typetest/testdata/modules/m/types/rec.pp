type M::Rec = Variant[Integer, Array[M::Rec]]
