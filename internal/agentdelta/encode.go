package agentdelta

import (
	"strconv"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// AppendTo appends the whole file to dst, in ASCII or with texts in UTF-8. It allocates nothing but room at the end of
// dst, unless a content isn't UTF-8.
func (t *Trace) AppendTo(dst []byte, ascii bool) []byte {
	dst = t.Meta.appendTo(dst, ascii)
	for i := range t.Nodes {
		dst = t.Nodes[i].appendTo(dst, ascii)
	}
	for i := range t.Edges {
		dst = t.Edges[i].appendTo(dst, ascii)
	}
	return dst
}

func (m *Meta) appendTo(dst []byte, ascii bool) []byte {
	dst = append(dst, `{"type": "trace_meta", "run_id": `...)
	dst = appendText(dst, m.RunID, ascii)
	for _, field := range m.Fields {
		if field.Key != "type" && field.Key != "run_id" && !field.Value.IsAbsent() {
			dst = append(dst, ", "...)
			dst = appendField(dst, field, ascii)
		}
	}
	return append(dst, "}\n"...)
}

func (n *Node) appendTo(dst []byte, ascii bool) []byte {
	dst = append(dst, `{"type": "node", "id": "`...)
	id := len(dst)
	dst = append(dst, "0123456789abcdef"...) // is known when the content was looked at
	dst = append(dst, `", "step": `...)
	dst = strconv.AppendInt(dst, int64(n.Step), 10)
	dst = append(dst, `, "node_type": `...)
	dst = appendText(dst, string(n.Type), ascii)
	dst = append(dst, `, "content": `...)
	dst, isValid := value.AppendText(dst, n.Content, ascii)
	dst = putNodeID(dst, id, n.Type, n.Content, isValid)
	dst = append(dst, `, "metadata": `...)
	dst = n.Metadata.appendTo(dst, ascii)
	return append(dst, "}\n"...)
}

func (m Metadata) appendTo(dst []byte, ascii bool) []byte {
	dst = append(dst, '{')
	start := len(dst)
	for _, field := range m {
		if field.Value.IsAbsent() {
			continue
		}
		if len(dst) > start {
			dst = append(dst, ", "...)
		}
		dst = appendField(dst, field, ascii)
	}
	return append(dst, '}')
}

func (e *Edge) appendTo(dst []byte, ascii bool) []byte {
	dst = append(dst, `{"type": "edge", "source_step": `...)
	dst = strconv.AppendInt(dst, int64(e.Source), 10)
	dst = append(dst, `, "target_step": `...)
	dst = strconv.AppendInt(dst, int64(e.Target), 10)
	dst = append(dst, `, "edge_type": `...)
	dst = appendText(dst, string(e.Type), ascii)
	dst = append(dst, `, "label": `...)
	dst = appendText(dst, e.Label, ascii)
	return append(dst, "}\n"...)
}

func appendField(dst []byte, field value.Field, ascii bool) []byte {
	dst = appendText(dst, field.Key, ascii)
	dst = append(dst, ": "...)
	return field.Value.AppendStrictJSON(dst, ascii)
}

func appendText(dst []byte, s string, ascii bool) []byte {
	dst, _ = value.AppendText(dst, s, ascii)
	return dst
}
