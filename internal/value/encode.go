package value

import "math"

// form is how a value is written as JSON.
type form struct {
	blanks bool // behind commas and colons
	ascii  bool
	finite bool // null in place of numbers that aren't
	end    int  // how long what is written may get before it may stop

	replaced bool // something that wasn't UTF-8 was written
}

// AppendJSON appends v as Python's json.dumps(v, ensure_ascii=ascii) writes it: blanks after commas and colons, no
// escaping for HTML, and with ascii every other character as \uXXXX, those above U+FFFF as a surrogate pair. Numbers
// stay as they are spelled; a spelling that neither JSON nor json.dumps knows, such as 2j, is written as a string.
// An absent value is null. Invalid UTF-8 becomes U+FFFD.
func (v Value) AppendJSON(dst []byte, ascii bool) []byte {
	return (&form{blanks: true, ascii: ascii, end: math.MaxInt}).value(dst, v)
}

// AppendStrictJSON is AppendJSON with null in place of NaN and the infinities, which JSON has no spelling for.
func (v Value) AppendStrictJSON(dst []byte, ascii bool) []byte {
	return (&form{blanks: true, ascii: ascii, finite: true, end: math.MaxInt}).value(dst, v)
}

// AppendText appends s as OfString(s).AppendJSON does, and reports whether s is valid UTF-8.
func AppendText(dst []byte, s string, ascii bool) (_ []byte, valid bool) {
	f := form{ascii: ascii, end: math.MaxInt}
	dst = f.text(dst, s)
	return dst, !f.replaced
}

// AppendJSONStart is AppendJSON of UTF-8 that may stop once dst is end bytes long. What it appended up to there is what
// AppendJSON would have, but for the last three bytes.
func (v Value) AppendJSONStart(dst []byte, end int) []byte {
	return (&form{blanks: true, end: end}).value(dst, v)
}

// AppendCompact appends v as JSON in UTF-8 without blanks, for storage. ParseJSON reads it back.
func (v Value) AppendCompact(dst []byte) []byte {
	return (&form{end: math.MaxInt}).value(dst, v)
}

func (f *form) value(dst []byte, v Value) []byte {
	switch v.kind {
	case Bool:
		if v.truth {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case Number:
		return f.number(dst, v.text)
	case String:
		return f.text(dst, v.Text())
	case List, Object:
		return f.container(dst, v)
	default:
		return append(dst, "null"...)
	}
}

func (f *form) number(dst []byte, spelling string) []byte {
	switch {
	case !isNumber(spelling):
		return f.text(dst, spelling)
	case f.finite && !isFinite(spelling):
		return append(dst, "null"...)
	default:
		return append(dst, spelling...)
	}
}

// separate appends a comma or a colon.
func (f *form) separate(dst []byte, c byte) []byte {
	if f.blanks {
		return append(dst, c, ' ')
	}
	return append(dst, c)
}

func (f *form) container(dst []byte, v Value) []byte {
	switch {
	case v.text != "":
		return f.folded(dst, v.text)
	case v.kind == List:
		return f.list(dst, v.Items())
	default:
		return f.object(dst, v.Fields())
	}
}

func (f *form) list(dst []byte, items []Value) []byte {
	dst = append(dst, '[')
	for i, item := range items {
		if len(dst) >= f.end {
			return dst
		}
		if i > 0 {
			dst = f.separate(dst, ',')
		}
		dst = f.value(dst, item)
	}
	return append(dst, ']')
}

func (f *form) object(dst []byte, fields []Field) []byte {
	dst = append(dst, '{')
	for i, field := range fields {
		if len(dst) >= f.end {
			return dst
		}
		if i > 0 {
			dst = f.separate(dst, ',')
		}
		dst = f.separate(f.text(dst, field.Key), ':')
		dst = f.value(dst, field.Value)
	}
	return append(dst, '}')
}

// isNumber reports whether s is a number as JSON, or as Python's json module, spells it.
func isNumber(s string) bool {
	return s != "" && (numberLen(s) == len(s) || !isFinite(s))
}

// isFinite reports whether s is none of the words that Python's json module writes for what JSON doesn't have.
func isFinite(s string) bool { return s != "NaN" && s != "Infinity" && s != "-Infinity" }
