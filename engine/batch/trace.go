package batch

import (
	"strconv"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/tagged"
)

// appendTrace appends the variables that were read, as null if they are undefined, and the origins
// of the value.
func appendTrace(b []byte, result *engine.Result) []byte {
	b = append(b, `,"reads":{`...)
	for i, r := range result.Reads {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(tagged.String(b, r.Name), ':')
		if r.Value == nil {
			b = append(b, "null"...)
		} else {
			b = tagged.Append(b, r.Value)
		}
	}
	b = append(b, `},"origins":[`...)
	for i, o := range result.Origins {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendPlace(append(b, '{'), o.Key, o.Node), `,"hops":[`...)
		for j, hop := range o.Hops {
			if j > 0 {
				b = append(b, ',')
			}
			b = append(appendPlace(append(b, '{'), hop.Key, hop.Node), '}')
		}
		b = append(b, "]}"...)
	}
	return append(b, ']')
}

// appendPlace appends a key and the position of a node.
func appendPlace(b []byte, key string, node *data.Node) []byte {
	b = tagged.String(append(b, `"key":`...), key)
	if node == nil {
		return b
	}
	pos := node.Position()
	b = tagged.String(append(b, `,"path":`...), node.Doc.File.Path)
	b = strconv.AppendInt(append(b, `,"line":`...), int64(pos.Line), 10)
	return strconv.AppendInt(append(b, `,"column":`...), int64(pos.Column), 10)
}
