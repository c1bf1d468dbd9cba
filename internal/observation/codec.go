package observation

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// The encoded form.
//
// An encoded observation is kept for as long as its trace is open, which with a storage outlives the process, and may
// outlive the version of the exporter that wrote it. So observations are small, stand one after the other without
// anything between them, and a reader passes over the fields it doesn't know.
//
//	observation = size version field*      size: of version and fields together; version: 1
//	field       = tag content              as in Protocol Buffers, whose wire types are used (protobuf.dev)
//
//	kind        wire type   content
//	text        bytes       size, then the text
//	flag        varint      1
//	small       varint      the number
//	integer     varint      the number in zigzag form
//	moment      fixed64     Unix nanoseconds
//	identity    fixed64     the eight bytes of the id
//	datum       bytes       size, then a value as in datum.go
//	part        bytes       size, then its fields
//	list        bytes       size, then how many items there are, then for each its size and its fields
//
// Sizes and numbers of items are varints. A field without content isn't written, and fields are written in the order of
// their tags: of equal observations the bytes are equal. The end of a span is written as the time since its start. Of
// the role Other only the fields up to lastPlace are written.
//
// A new field takes a new tag, and is one line below. The version changes only when old readers would misread.
const version = 1

// ErrVersion says that an observation was written in a version of the format that this reader doesn't know.
var ErrVersion = errors.New("unknown version")

// lastPlace is the last tag that says where in the trace a span is.
const lastPlace = 5

var observationFields = table[Observation]{
	1:         identity(func(o *Observation) *SpanID { return &o.Span }),
	2:         identity(func(o *Observation) *SpanID { return &o.Parent }),
	3:         moment(func(o *Observation) *int64 { return &o.Start }),
	4:         elapsed(),
	lastPlace: small(func(o *Observation) *Role { return &o.Role }),
	6:         text(func(o *Observation) *string { return &o.Name }),
	7:         text(func(o *Observation) *string { return &o.Scope }),
	8:         text(func(o *Observation) *string { return &o.Dialect }),
	9:         text(func(o *Observation) *string { return &o.Service }),
	10:        text(func(o *Observation) *string { return &o.Model }),
	11:        text(func(o *Observation) *string { return &o.FinishReason }),
	12:        list(messageFields, func(o *Observation) *[]Message { return &o.Input }),
	13:        list(messageFields, func(o *Observation) *[]Message { return &o.Output }),
	14:        small(func(o *Observation) *Content { return &o.Content }),
	15:        list(countFields, func(o *Observation) *[]Count { return &o.Usage }),
	16:        text(func(o *Observation) *string { return &o.ServiceVersion }),
	17:        text(func(o *Observation) *string { return &o.AgentName }),
	18:        text(func(o *Observation) *string { return &o.Session }),
	19:        small(func(o *Observation) *Turns { return &o.Turns }),
	20:        datum(func(o *Observation) *value.Value { return &o.Request }),
	21:        datum(func(o *Observation) *value.Value { return &o.Result }),
	22:        datum(func(o *Observation) *value.Value { return &o.Structured }),
	23:        flag(func(o *Observation) *bool { return &o.JoinedResult }),
	24:        text(func(o *Observation) *string { return &o.Tool }),
	25:        flag(func(o *Observation) *bool { return &o.ToolClass }),
	26:        text(func(o *Observation) *string { return &o.CallID }),
	27:        flag(func(o *Observation) *bool { return &o.Failed }),
	28:        text(func(o *Observation) *string { return &o.Error }),
	29:        flag(func(o *Observation) *bool { return &o.Interrupted }),
	30:        text(func(o *Observation) *string { return &o.Join }),
	31:        list(recordFields, func(o *Observation) *[]Record { return &o.Records }),
	32:        flag(func(o *Observation) *bool { return &o.Abandoned }),
	33:        flag(func(o *Observation) *bool { return &o.Prompts }),
	34:        integer(func(o *Observation) *int64 { return &o.Retries }),
	35:        flag(func(o *Observation) *bool { return &o.MayWrap }),
	36:        list(labelFields, func(o *Observation) *[]Label { return &o.Labels }),
}

var messageFields = table[Message]{
	1: small(func(m *Message) *Speaker { return &m.Speaker }),
	2: text(func(m *Message) *string { return &m.Text }),
	3: flag(func(m *Message) *bool { return &m.HasText }),
	4: text(func(m *Message) *string { return &m.Reasoning }),
	5: list(callFields, func(m *Message) *[]Call { return &m.Calls }),
	6: list(resultFields, func(m *Message) *[]Result { return &m.Results }),
}

var callFields = table[Call]{
	1: text(func(c *Call) *string { return &c.ID }),
	2: text(func(c *Call) *string { return &c.Name }),
	3: datum(func(c *Call) *value.Value { return &c.Arguments }),
}

var resultFields = table[Result]{
	1: text(func(r *Result) *string { return &r.ID }),
	2: text(func(r *Result) *string { return &r.Name }),
	3: datum(func(r *Result) *value.Value { return &r.Output }),
	4: flag(func(r *Result) *bool { return &r.Failed }),
}

var countFields = table[Count]{
	1: text(func(c *Count) *string { return &c.Name }),
	2: integer(func(c *Count) *int64 { return &c.Tokens }),
}

var recordFields = table[Record]{
	1: moment(func(r *Record) *int64 { return &r.Time }),
	2: moment(func(r *Record) *int64 { return &r.Observed }),
	3: flag(func(r *Record) *bool { return &r.Output }),
	4: part(messageFields, func(r *Record) *Message { return &r.Message }),
	5: text(func(r *Record) *string { return &r.FinishReason }),
	6: flag(func(r *Record) *bool { return &r.Piece }),
}

var labelFields = table[Label]{
	1: text(func(l *Label) *string { return &l.Source }),
	2: text(func(l *Label) *string { return &l.Value }),
	3: small(func(l *Label) *uint8 { return &l.Rank }),
	4: moment(func(l *Label) *int64 { return &l.Start }),
}

// Append appends the encoded form of o to dst. The bytes depend on o alone, and equal observations give equal bytes.
//
// Of an observation with the role Other only the place in the trace is encoded. A value that nests deeper than 512
// levels loses what is below.
func Append(dst []byte, o *Observation) []byte {
	fields := observationFields
	if o.Role == Other {
		fields = fields[:lastPlace+1]
	}
	return appendSized(dst, func(dst []byte) []byte { return fields.append(append(dst, version), o) })
}

// Decode reads the observation at the start of data and returns it with the rest of data. The observation shares no
// memory with data.
//
// It never panics, and what it allocates is bounded by the size of data, whatever data holds. After an error, rest is
// what follows the damaged observation, or nil if its end can't be told; the error is ErrVersion if nothing is damaged
// but the format is another.
func Decode(data []byte) (o Observation, rest []byte, err error) {
	rest, err = decodeInto(&o, data)
	return o, rest, err
}

// DecodeAll appends to all the observations that data holds. It passes over what can't be read, up to one whose end can't be
// told, and returns the first error.
func DecodeAll(all []Observation, data []byte) (_ []Observation, first error) {
	all = slices.Grow(all, Held(data))
	for len(data) > 0 {
		at := len(all)
		all = append(all, Observation{})
		rest, err := decodeInto(&all[at], data)
		if err != nil {
			all = all[:at]
			first = cmp.Or(first, err)
		}
		data = rest
	}
	return all, first
}

// Held returns how many observations data holds, up to one whose end can't be told.
func Held(data []byte) (observations int) {
	for len(data) > 0 {
		_, n := protowire.ConsumeBytes(data)
		if n < 0 {
			break
		}
		data = data[n:]
		observations++
	}
	return observations
}

// decodeInto is Decode into an empty observation, which is empty after an error.
func decodeInto(o *Observation, data []byte) (rest []byte, err error) {
	record, n := protowire.ConsumeBytes(data)
	if n < 0 {
		return nil, fmt.Errorf("observation: size: %w", protowire.ParseError(n))
	}
	rest = data[n:]
	if err := decode(record, o); err != nil {
		*o = Observation{}
		return rest, fmt.Errorf("observation: %w", err)
	}
	return rest, nil
}

func decode(record []byte, into *Observation) error {
	if len(record) == 0 {
		return errors.New("no version")
	}
	if record[0] != version {
		return fmt.Errorf("%w %d, want %d", ErrVersion, record[0], version)
	}
	if err := observationFields.read(&reader{string(record[1:])}, into); err != nil {
		return err
	}
	into.End += into.Start // see elapsed
	return nil
}

// elapsed is End, written as the time since Start. What it reads is that time still: Start may not be known yet.
func elapsed() field[Observation] {
	end := integer(func(o *Observation) *int64 { return &o.End })
	end.write = func(dst []byte, tag protowire.Number, o *Observation) []byte {
		return appendVarint(dst, tag, protowire.EncodeZigZag(o.End-o.Start))
	}
	return end
}
