type M::Enum = Enum['a', 'b']
