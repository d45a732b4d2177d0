package pp

// Walk calls visit for n and its descendants in source order. If visit returns false, it skips the descendants of that
// node.
func Walk(n Node, visit func(Node) bool) {
	var walk func(Node)
	walk = func(n Node) {
		if visit(n) {
			Children(n, walk)
		}
	}
	walk(n)
}

// Children calls visit for the direct children of n in source order. Optional children that are nil are skipped.
func Children(n Node, visit func(Node)) {
	switch n := n.(type) {
	case *Unary:
		visitAll(visit, n.Operand)
	case *Binary:
		visitAll(visit, n.Left, n.Right)
	case *Parenthesized:
		visitAll(visit, n.Inner)
	case *Assignment:
		visitAll(visit, n.Left, n.Right)
	case *Relationship:
		visitAll(visit, n.Left, n.Right)
	case *Access:
		visitAll(visit, n.Of)
		visitAll(visit, n.Keys...)
	case *Array:
		visitAll(visit, n.Elements...)
	case *Hash:
		visitAll(visit, n.Entries...)
	case *Entry:
		visitAll(visit, n.Key, n.Value)
	case *Interpolated:
		visitAll(visit, n.Parts...)
	case *Heredoc:
		visitAll(visit, n.Text)
	case *Render:
		visitAll(visit, n.Value)
	case *Call:
		visitAll(visit, n.Function)
		visitAll(visit, n.Arguments...)
		visitAll(visit, n.Lambda)
	case *MethodCall:
		visitAll(visit, n.Receiver)
		visitAll(visit, n.Function)
		visitAll(visit, n.Arguments...)
		visitAll(visit, n.Lambda)
	case *Block:
		visitAll(visit, n.Statements...)
	case *Lambda:
		visitAll(visit, n.Parameters...)
		visitAll(visit, n.ReturnType)
		visitAll(visit, n.Body)
	case *If:
		visitAll(visit, n.Condition)
		visitAll(visit, n.Then)
		visitAll(visit, n.Else)
	case *Unless:
		visitAll(visit, n.Condition)
		visitAll(visit, n.Then, n.Else)
	case *Case:
		visitAll(visit, n.Of)
		visitAll(visit, n.Options...)
	case *CaseOption:
		visitAll(visit, n.Values...)
		visitAll(visit, n.Body)
	case *Selector:
		visitAll(visit, n.Of)
		visitAll(visit, n.Options...)
	case *SelectorOption:
		visitAll(visit, n.Match, n.Value)
	case *Resource:
		visitAll(visit, n.Type)
		visitAll(visit, n.Bodies...)
	case *ResourceBody:
		visitAll(visit, n.Title)
		visitAll(visit, n.Attributes...)
	case *ResourceDefaults:
		visitAll(visit, n.Type)
		visitAll(visit, n.Attributes...)
	case *ResourceOverride:
		visitAll(visit, n.Of)
		visitAll(visit, n.Attributes...)
	case *Collector:
		visitAll(visit, n.Type, n.Query)
		visitAll(visit, n.Attributes...)
	case *Attribute:
		visitAll(visit, n.Value)
	case *Apply:
		visitAll(visit, n.Arguments...)
		visitAll(visit, n.Body)
	case *Class:
		visitAll(visit, n.Parameters...)
		visitAll(visit, n.Parent)
		visitAll(visit, n.Body)
	case *DefinedType:
		visitAll(visit, n.Parameters...)
		visitAll(visit, n.Body)
	case *Function:
		visitAll(visit, n.Parameters...)
		visitAll(visit, n.ReturnType)
		visitAll(visit, n.Body)
	case *Plan:
		visitAll(visit, n.Parameters...)
		visitAll(visit, n.Body)
	case *Parameter:
		visitAll(visit, n.Type, n.Default)
	case *NodeDefinition:
		visitAll(visit, n.Matches...)
		visitAll(visit, n.Parent)
		visitAll(visit, n.Body)
	case *TypeAlias:
		visitAll(visit, n.Parent)
		visitAll(visit, n.Type)
	case *TypeMapping:
		visitAll(visit, n.From)
		visitAll(visit, n.To)
	case *TypeDefinition:
		visitAll(visit, n.Parent)
		visitAll(visit, n.Body)
	}
}

// visitAll calls visit for the nodes that are not nil.
func visitAll[N interface {
	Node
	comparable
}](visit func(Node), nodes ...N) {
	var none N
	for _, n := range nodes {
		if n != none {
			visit(n)
		}
	}
}
