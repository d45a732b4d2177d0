package pp

// Walk calls visit for n and for what is in it, in the order of the source. When visit returns false it does
// not go into that node.
func Walk(n Node, visit func(Node) bool) {
	var walk func(Node)
	walk = func(n Node) {
		if visit(n) {
			Children(n, walk)
		}
	}
	walk(n)
}

// Children calls visit for the nodes directly in n, in the order of the source. What may be left out in
// Puppet, and is nil then, is left out.
func Children(n Node, visit func(Node)) {
	w := children(visit)
	switch n := n.(type) {
	case *Unary:
		w.node(n.Operand)
	case *Binary:
		w.node(n.Left)
		w.node(n.Right)
	case *Parenthesized:
		w.node(n.Inner)
	case *Assignment:
		w.node(n.Left)
		w.node(n.Right)
	case *Relationship:
		w.node(n.Left)
		w.node(n.Right)
	case *Access:
		w.node(n.Of)
		w.list(n.Keys)
	case *Array:
		w.list(n.Elements)
	case *Hash:
		for _, e := range n.Entries {
			w.node(e)
		}
	case *Entry:
		w.node(n.Key)
		w.node(n.Value)
	case *Interpolated:
		w.list(n.Parts)
	case *Heredoc:
		w.node(n.Text)
	case *Render:
		w.node(n.Value)
	case *Call:
		w.node(n.Function)
		w.list(n.Arguments)
		w.lambda(n.Lambda)
	case *MethodCall:
		w.node(n.Receiver)
		w.node(n.Function)
		w.list(n.Arguments)
		w.lambda(n.Lambda)
	default:
		w.statement(n)
	}
}

type children func(Node)

// node visits an expression that may be nil.
func (w children) node(n Node) {
	if n != nil {
		w(n)
	}
}

// statement goes into what mostly stands alone.
func (w children) statement(n Node) {
	switch n := n.(type) {
	case *Block:
		w.list(n.Statements)
	case *Lambda:
		w.parameters(n.Parameters)
		w.node(n.ReturnType)
		w.block(n.Body)
	case *If:
		w.node(n.Condition)
		w.block(n.Then)
		w.node(n.Else)
	case *Unless:
		w.node(n.Condition)
		w.block(n.Then)
		w.block(n.Else)
	case *Case:
		w.node(n.Of)
		for _, o := range n.Options {
			w.node(o)
		}
	case *CaseOption:
		w.list(n.Values)
		w.block(n.Body)
	case *Selector:
		w.node(n.Of)
		for _, o := range n.Options {
			w.node(o)
		}
	case *SelectorOption:
		w.node(n.Match)
		w.node(n.Value)
	case *Resource:
		w.node(n.Type)
		for _, b := range n.Bodies {
			w.node(b)
		}
	case *ResourceBody:
		w.node(n.Title)
		w.attributes(n.Attributes)
	case *ResourceDefaults:
		w.node(n.Type)
		w.attributes(n.Attributes)
	case *ResourceOverride:
		w.node(n.Of)
		w.attributes(n.Attributes)
	case *Collector:
		w.node(n.Type)
		w.node(n.Query)
		w.attributes(n.Attributes)
	case *Attribute:
		w.node(n.Value)
	case *Apply:
		w.list(n.Arguments)
		w.block(n.Body)
	default:
		w.definition(n)
	}
}

func (w children) definition(n Node) {
	switch n := n.(type) {
	case *Class:
		w.parameters(n.Parameters)
		w.node(n.Parent)
		w.block(n.Body)
	case *DefinedType:
		w.parameters(n.Parameters)
		w.block(n.Body)
	case *Function:
		w.parameters(n.Parameters)
		w.node(n.ReturnType)
		w.block(n.Body)
	case *Plan:
		w.parameters(n.Parameters)
		w.block(n.Body)
	case *Parameter:
		w.node(n.Type)
		w.node(n.Default)
	case *NodeDefinition:
		w.list(n.Matches)
		w.node(n.Parent)
		w.block(n.Body)
	case *TypeAlias:
		w.typeName(n.Parent)
		w.node(n.Type)
	case *TypeMapping:
		w.node(n.From)
		w.node(n.To)
	case *TypeDefinition:
		w.typeName(n.Parent)
		w.block(n.Body)
	}
}

func (w children) list(nodes []Expression) {
	for _, n := range nodes {
		w.node(n)
	}
}

func (w children) block(b *Block) {
	if b != nil {
		w.node(b)
	}
}

func (w children) lambda(l *Lambda) {
	if l != nil {
		w.node(l)
	}
}

func (w children) typeName(n *TypeName) {
	if n != nil {
		w.node(n)
	}
}

func (w children) attributes(list []*Attribute) {
	for _, a := range list {
		w.node(a)
	}
}

func (w children) parameters(list []*Parameter) {
	for _, p := range list {
		w.node(p)
	}
}
