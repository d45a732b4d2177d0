type M::Tree = Hash[String, Variant[M::Port, M::Tree]]
