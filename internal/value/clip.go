package value

import (
	"slices"
	"unicode/utf8"
)

// Runes returns the first n code points of s. A byte of invalid UTF-8 counts as one.
func Runes[Text string | []byte](s Text, n int) Text {
	if len(s) <= n {
		return s
	}
	at := 0
	for n >= 8 && len(s)-at >= 8 {
		size := 8
		if high := eight(s[at:]) & highs; high != 0 {
			size = lowest(high)
		}
		at, n = at+size, n-size
		for ; n > 0 && at < len(s) && s[at] >= utf8.RuneSelf; n-- {
			at += max(1, runeLen(s[at:]))
		}
	}
	for ; n > 0 && at < len(s); n-- {
		at += max(1, runeLen(s[at:]))
	}
	return s[:at]
}

// Clip bounds v for storage. It keeps keys and texts in source order up to n code points in all and drops the rest, so
// that the first n code points of v are the same before and after in every form that follows the source order: the
// text, JSON, and the texts of content blocks joined. A form that sorts keys needs the whole value, and so does one that
// reads JSON out of a text: Decode comes before Clip.
//
// Every value counts as at least one code point, for it takes as much wherever it is written.
func Clip(v Value, n int) Value {
	c := clipper{all: n, texts: n}
	switch {
	case v.kind != List:
		return c.value(v)
	case isBlocks(v.Items()):
		return c.blockList(v)
	}
	clipped := c.value(v)
	if clipped.Len() < v.Len() && isBlocks(clipped.Items()) {
		return OfList(append(clipped.Items(), OfNull())...) // what is left must not look like content blocks
	}
	return clipped
}

// clipper counts what is left. A list of content blocks ({"type": "text", "text": ...}) is written either as JSON, where
// everything counts, or as the texts alone, where only they do; so there are two counts.
type clipper struct{ all, texts int }

func (c *clipper) value(v Value) Value {
	switch v.kind {
	case String:
		return OfString(c.text(v))
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

func (c *clipper) text(v Value) string {
	s := v.Begin(c.all)
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
		kept = append(kept, c.field(v, field))
	}
	return OfObject(kept...)
}

// field clips one field of v. A key that is cut stays long enough to differ from all others.
func (c *clipper) field(v Value, field Field) Field {
	key := Runes(field.Key, c.all)
	for n := c.all; len(key) < len(field.Key) && !v.Get(key).IsAbsent(); {
		n++
		key = Runes(field.Key, n)
	}
	c.all -= max(1, utf8.RuneCountInString(key))
	return Field{key, c.value(field.Value)}
}

func (c *clipper) list(v Value) Value {
	c.all--
	var kept []Value
	for _, item := range v.Items() {
		if c.all <= 0 {
			break
		}
		kept = append(kept, c.value(item))
	}
	return OfList(kept...)
}

// isBlocks reports whether every item of a list is an object with a type.
func isBlocks(items []Value) bool {
	return !slices.ContainsFunc(items, func(item Value) bool {
		_, typed := item.Get("type").Str()
		return !typed
	})
}

func (c *clipper) blockList(v Value) Value {
	var kept []Value
	for _, block := range v.Items() {
		shown := shownKey(block)
		if c.all > 0 || (c.texts >= 0 && shown != "") {
			kept = append(kept, c.block(block, shown))
		}
	}
	return OfList(kept...)
}

// shownKey returns the key of the text that a content block is written as, or "" if it has none.
func shownKey(block Value) string {
	if kind := block.Get("type").Text(); kind != "text" && kind != "input_text" && kind != "output_text" {
		return ""
	}
	for _, key := range []string{"text", "content"} {
		if found := block.Get(key); found.Kind() == String {
			return key
		} else if !found.IsAbsent() {
			break
		}
	}
	return ""
}

// block keeps the fields of a content block while everything counts, and after that those which make it a text or none.
func (c *clipper) block(v Value, shown string) Value {
	var kept []Field
	for _, field := range v.Fields() {
		switch key := field.Key; {
		case key == "type":
			field.Value = c.atLeast(field.Value.Text(), longestType)
		case key == shown && shown != "":
			field.Value = c.atLeast(field.Value.Text(), c.texts)
			c.texts -= utf8.RuneCountInString(field.Value.Text()) + len("\n")
		case key == "text" || key == "content":
			field.Value = c.value(field.Value)
		case c.all > 0:
			field = c.field(v, field)
		default:
			continue
		}
		kept = append(kept, field)
	}
	return OfObject(kept...)
}

// longestType is more than the length of any type of a text block, so that no other type is cut to one.
const longestType = 16

// atLeast keeps what is left of a text, and no less than n code points.
func (c *clipper) atLeast(s string, n int) Value {
	s = Runes(s, max(c.all, n))
	c.all -= max(1, utf8.RuneCountInString(s))
	return OfString(s)
}
