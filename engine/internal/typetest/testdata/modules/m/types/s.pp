type M::S = Struct[{a => Integer, b => M::Opt}]
