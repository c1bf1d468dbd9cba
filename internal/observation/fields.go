package observation

import "google.golang.org/protobuf/encoding/protowire"

// The fields of everything that is encoded, in the order of their tags. A tag is part of the format: never change or
// reuse one.

// lastPlace is the last tag that says where in the trace a span is.
const lastPlace = 5

func (o *Observation) fields(c *codec) {
	o.place(c)
	o.saying(c)
}

func (o *Observation) place(c *codec) {
	c.identity(1, &o.Span)
	c.identity(2, &o.Parent)
	c.moment(3, &o.Start)
	c.elapsed(4, o)
	small(c, lastPlace, &o.Role)
}

func (o *Observation) saying(c *codec) {
	c.text(6, &o.Name)
	c.text(7, &o.Scope)
	c.text(8, &o.Dialect)
	c.text(9, &o.Service)
	c.text(10, &o.Model)
	c.text(11, &o.FinishReason)
	list(c, 12, &o.Input, &c.messages, (*Message).fields)
	list(c, 13, &o.Output, &c.messages, (*Message).fields)
	small(c, 14, &o.Content)
	list(c, 15, &o.Usage, &c.counts, (*Count).fields)
	c.text(16, &o.ServiceVersion)
	c.text(17, &o.AgentName)
	c.text(18, &o.Session)
	small(c, 19, &o.Turns)
	c.datum(20, &o.Request)
	c.datum(21, &o.Result)
	c.datum(22, &o.Structured)
	c.flag(23, &o.JoinedResult)
	c.text(24, &o.Tool)
	c.flag(25, &o.ToolClass)
	c.text(26, &o.CallID)
	c.flag(27, &o.Failed)
	c.text(28, &o.Error)
	c.flag(29, &o.Interrupted)
	c.text(30, &o.Join)
	list(c, 31, &o.Records, &c.records, (*Record).fields)
	c.flag(32, &o.Abandoned)
	c.flag(33, &o.Prompts)
	c.integer(34, &o.Retries)
	c.flag(35, &o.MayWrap)
	list(c, 36, &o.Labels, &c.labels, (*Label).fields)
}

func (m *Message) fields(c *codec) {
	small(c, 1, &m.Speaker)
	c.text(2, &m.Text)
	c.flag(3, &m.HasText)
	c.text(4, &m.Reasoning)
	list(c, 5, &m.Calls, &c.calls, (*Call).fields)
	list(c, 6, &m.Results, &c.results, (*Result).fields)
}

func (a *Call) fields(c *codec) {
	c.text(1, &a.ID)
	c.text(2, &a.Name)
	c.datum(3, &a.Arguments)
}

func (r *Result) fields(c *codec) {
	c.text(1, &r.ID)
	c.text(2, &r.Name)
	c.datum(3, &r.Output)
	c.flag(4, &r.Failed)
}

func (n *Count) fields(c *codec) {
	c.text(1, &n.Name)
	c.integer(2, &n.Tokens)
}

func (r *Record) fields(c *codec) {
	c.moment(1, &r.Time)
	c.moment(2, &r.Observed)
	c.flag(3, &r.Output)
	part(c, 4, &r.Message, (*Message).fields)
	c.text(5, &r.FinishReason)
	c.flag(6, &r.Piece)
}

func (l *Label) fields(c *codec) {
	c.text(1, &l.Source)
	c.text(2, &l.Value)
	small(c, 3, &l.Rank)
	c.moment(4, &l.Start)
}

// elapsed is End, written as the time since Start. What it reads is that time still: Start may not be known yet.
func (c *codec) elapsed(tag protowire.Number, o *Observation) {
	switch {
	case c.tag == tag:
		c.integer(tag, &o.End)
	case c.writing:
		elapsed := o.End - o.Start
		c.integer(tag, &elapsed)
	}
}
