package value

import (
	"fmt"
	"sync"
)

// The bounds of what a text may hold. A text beyond them is refused, so that a hostile one costs no more than itself.
const (
	maxDepth  = 200     // containers within each other
	maxValues = 1 << 21 // values in all, about 100 MB
)

// A SyntaxError tells where and why a text is not what the reader expects.
type SyntaxError struct {
	Offset int    // in bytes from the start of the text
	Want   string // what the reader would have accepted there
}

// Error says where, and what was wanted.
func (e *SyntaxError) Error() string { return fmt.Sprintf("offset %d: want %s", e.Offset, e.Want) }

// reader is the state that the JSON and the Python reader share: a text, a position in it, and the values of the
// containers that are still open. These lie on two stacks, so that each container is allocated once, in its final size.
type reader struct {
	text   string
	at     int
	depth  int   // open containers
	calls  int   // open Python calls
	count  int   // values so far
	failed error // of the JSON reader
	values []Value
	fields []Field

	fold int       // the depth from which on containers are folded
	keys []stretch // of objects that are being looked over

	scratch []byte // the text that is being decoded
	made    *arena
	own     arena
}

// document reads the whole text by read: one value with blanks around it.
func document(text string, read func(*reader) (Value, error)) (Value, error) {
	return validDocument(nil, Valid(text), never, read)
}

// validDocument is as document, for a text that is valid UTF-8, or whose texts needn't be. JSON is folded from a depth on.
// Its values are made by a maker, if there is one.
func validDocument(by *Maker, text string, fold int, read func(*reader) (Value, error)) (Value, error) {
	r := readers.Get().(*reader)
	defer r.release()
	r.text, r.fold = text, fold
	if by != nil {
		r.made = &by.made
	}
	v, err := read(r)
	if err != nil {
		return Value{}, err
	}
	if r.space(); r.at < len(r.text) {
		return Value{}, r.fail("the end of the text")
	}
	return v, nil
}

// readers keeps stacks and what is left of arenas for the next text. What has been read is never in them: containers
// are copies of their part of a stack.
var readers = sync.Pool{New: func() any {
	r := &reader{values: make([]Value, 0, 16), fields: make([]Field, 0, 32), scratch: make([]byte, longText+spellRoom)}
	r.made = &r.own
	return r
}}

// keptStack and keptText bound the stacks that are kept, in values and in fields, and the scratch text: one huge text
// must not hold its memory for ever.
const (
	keptStack = 1 << 10
	keptText  = 1 << 16
)

// release gives the reader back, without anything that would keep a text in memory. The stacks are empty, unless the
// text could not be read.
func (r *reader) release() {
	if cap(r.values) > keptStack || cap(r.fields) > keptStack || cap(r.keys) > keptStack || cap(r.scratch) > keptText {
		return
	}
	if r.made == &r.own {
		r.own.done(len(r.text))
	}
	r.made = &r.own
	clear(r.values)
	clear(r.fields)
	r.values, r.fields = r.values[:0], r.fields[:0]
	r.text, r.at, r.depth, r.calls, r.count, r.failed = "", 0, 0, 0, 0, nil
	readers.Put(r)
}

func (r *reader) fail(want string) error { return &SyntaxError{Offset: r.at, Want: want} }

// peek returns the next byte, or 0 at the end.
func (r *reader) peek() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

// accept steps over the next byte if it is c.
func (r *reader) accept(c byte) bool {
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

// space steps over blanks.
func (r *reader) space() {
	for r.at < len(r.text) && isSpace(r.text[r.at]) {
		r.at++
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// nested reads one container by read, within the bound on the depth.
func (r *reader) nested(read func(*reader) (Value, error)) (Value, error) {
	if r.depth == maxDepth {
		return Value{}, r.fail(tooDeep)
	}
	r.depth++
	v, err := read(r)
	r.depth--
	return v, err
}

// push adds an item to the list that is open.
func (r *reader) push(v Value) error {
	r.values = append(r.values, v)
	return r.counted()
}

// pushField adds a field to the object that is open.
func (r *reader) pushField(key string, v Value) error {
	r.fields = append(r.fields, Field{key, v})
	return r.counted()
}

func (r *reader) counted() error {
	if !r.another() {
		return r.failed
	}
	return nil
}

// list takes the values from base on off the stack.
func (r *reader) list(base int) Value {
	items := r.values[base:]
	r.values = r.values[:base]
	v := r.made.list(items)
	clear(items)
	return v
}

// object takes the fields from base on off the stack.
func (r *reader) object(base int) Value {
	fields := r.fields[base:]
	r.fields = r.fields[:base]
	v := r.made.object(fields)
	clear(fields)
	return v
}
