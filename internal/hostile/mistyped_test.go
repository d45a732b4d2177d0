package hostile

// mistyped returns trees with very many values that do not match long types of many parameters.
func mistyped() []tree {
	typed := func(name string, n int, value, typ, definition string) tree {
		return lint("mistyped: "+name, with(data(repeat(n, "m::p#: "+value+"\n")), "modules/m/manifests/init.pp", "class m("+repeat(n, typ+" $p#, ")+") { }\n",
			"modules/m/types/e.pp", "type M::E = "+definition+"\n"))
	}
	return []tree{
		typed("60,000 strings for an Enum of 2,000", 60, "["+repeat(1000, "zz#, ")+"]", "Array[M::E]", "Enum["+repeat(2000, "'word#x', ")+"]"),
		typed("54,000 strings nearly as those of an Enum of 20,000", 6, "["+repeat(9000, "abcdefhg#y, ")+"]", "Array[M::E]", "Enum["+repeat(20_000, "'abcdefgh#x', ")+"]"),
		typed("54,000 keys nearly as those of a Struct of 20,000", 6, "{"+repeat(9000, "abcdefhg#y: 1, ")+"}", "M::E", "Struct[{"+repeat(20_000, "Optional[abcdefgh#x] => Integer, ")+"}]"),
		typed("300 strings in each of 300 parameters, for an Enum without case", 300, "["+repeat(300, "zz#, ")+"]", "Array[M::E]", "Enum["+repeat(5000, "'word#x', ")+"true]"),
		typed("300 hashes in each of 300 parameters, for 60 Structs", 300, "["+repeat(300, "{a: x#}, ")+"]", "Array[M::E]", "Variant["+repeat(60, "Struct[{a => Integer[#]}], ")+"]"),
		typed("20 strings in each of 3,000 Structs", 3000, "{"+repeat(20, "q#: z#, ")+"}", "M::E", "Struct[{"+repeat(20, "q# => Variant[Integer, Enum[a#]], ")+"}]"),
	}
}
