package value

import (
	"slices"
	"unicode/utf8"
)

// Runes returns the first n code points of s. A byte of invalid UTF-8 counts as one.
func Runes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	if n <= 0 {
		return ""
	}
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// Clip bounds v for storage. It keeps keys and texts in source order up to n code points in all and drops the rest, so
// that the first n code points of v are the same before and after in every form that follows the source order: the
// text, JSON, and the joined texts of content blocks. (A form that sorts keys needs the whole value.)
//
// Every value counts as at least one code point, for it takes as much wherever it is written.
func Clip(v Value, n int) Value {
	c := clipper{all: n, blocks: n}
	return c.value(v)
}

// clipper counts what is left. A list of content blocks ({"type": "text", "text": ...}) is written either as JSON, where
// everything counts, or as the texts alone, where only they do; so there are two counts.
type clipper struct{ all, blocks int }

func (c *clipper) value(v Value) Value {
	switch v.kind {
	case String:
		return OfString(c.text(v.text))
	case Number:
		return c.number(v)
	case List:
		return c.list(v)
	case Object:
		c.all--
		return c.object(v)
	default:
		c.all--
		return v
	}
}

func (c *clipper) text(s string) string {
	s = Runes(s, c.all)
	c.all -= max(1, utf8.RuneCountInString(s))
	return s
}

// number cuts a number only if it is longer than any real one. A zero makes a number of a cut like "1e".
func (c *clipper) number(v Value) Value {
	cut := Runes(v.text, max(c.all, 32))
	c.all -= max(1, len(cut))
	if len(cut) < len(v.text) && !isNumber(cut) {
		cut += "0"
	}
	return OfNumber(cut)
}

func (c *clipper) object(v Value) Value {
	var kept []Field
	for _, field := range v.Fields() {
		if c.all <= 0 {
			break
		}
		key := c.text(field.Key)
		kept = append(kept, Field{key, c.value(field.Value)})
	}
	return OfObject(kept...)
}

func (c *clipper) list(v Value) Value {
	c.all--
	blocks := isBlocks(v)
	var kept []Value
	for _, item := range v.Items() {
		if c.all <= 0 && (!blocks || c.blocks <= 0) {
			break
		}
		if blocks {
			kept = append(kept, c.block(item))
		} else {
			kept = append(kept, c.value(item))
		}
	}
	return OfList(kept...)
}

// blockKeys are the fields that the joined form of a content block needs.
var blockKeys = []string{"type", "text", "content"}

// isBlocks reports whether every item of a list is an object with a type.
func isBlocks(v Value) bool {
	return v.Len() > 0 && !slices.ContainsFunc(v.Items(), func(item Value) bool {
		_, typed := item.Get("type").Str()
		return !typed
	})
}

// block keeps the fields of a content block while everything counts, and its text while only texts do.
func (c *clipper) block(v Value) Value {
	left := c.blocks
	var kept []Field
	for _, field := range v.Fields() {
		text, isText := field.Value.Str()
		switch {
		case isText && slices.Contains(blockKeys, field.Key):
			text = Runes(text, max(c.all, left, 1))
			c.all -= len(field.Key) + max(1, utf8.RuneCountInString(text))
			if field.Key != "type" {
				c.blocks -= utf8.RuneCountInString(text)
			}
			kept = append(kept, Field{field.Key, OfString(text)})
		case c.all > 0:
			key := c.text(field.Key)
			kept = append(kept, Field{key, c.value(field.Value)})
		}
	}
	c.blocks-- // the newline between blocks
	return OfObject(kept...)
}
