package steps

// toolIndex finds the tools of an id, each by the one before it. Of a few tools each may be asked.
type toolIndex struct {
	all  *item
	byID map[string]*item
}

const fewTools = 16

func newToolIndex(tools []*item) toolIndex {
	var index toolIndex
	if len(tools) > fewTools {
		index.byID = make(map[string]*item, len(tools))
	}
	for i := len(tools) - 1; i >= 0; i-- {
		it := tools[i]
		switch {
		case it.obs.CallID == "":
		case index.byID != nil:
			it.next, index.byID[it.obs.CallID] = index.byID[it.obs.CallID], it
		default:
			it.next, index.all = index.all, it
		}
	}
	return index
}

// first is the first tool that may have an id and may be free.
func (x *toolIndex) first(id string) *item {
	if x.byID == nil {
		return x.all
	}
	first := x.byID[id]
	if first == nil || !first.taken {
		return first
	}
	for first != nil && first.taken {
		first = first.next
	}
	x.byID[id] = first
	return first
}
