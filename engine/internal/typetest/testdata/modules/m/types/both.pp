type M::Both = Variant[Enum['x'], Pattern[/^y/]]
