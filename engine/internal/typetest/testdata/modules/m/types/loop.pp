type M::Loop = Variant[String, M::Loop]
