package exporter

import (
	"path"

	"go.uber.org/zap"

	"github.com/agentdelta/agentdeltaexporter/internal/destination"
	"github.com/agentdelta/agentdeltaexporter/internal/naming"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/pending"
)

// names decides what files are called.
type names struct {
	scheme *naming.Scheme
	book   *naming.Book // nil when no two traces may want the same name
}

func newNames(scheme *naming.Scheme) *names {
	n := &names{scheme: scheme}
	if scheme.Shared() {
		n.book = naming.NewBook(func(trace naming.Trace, labels []observation.Label) string {
			return pathOf(scheme.Name(pending.TraceID(trace).String(), labels))
		})
	}
	return n
}

// pathOf is a file's path below the directory, without extension.
func pathOf(n naming.Name) string {
	elements := make([]string, len(n.Path))
	for i, element := range n.Path {
		elements[i] = destination.Clean(element)
	}
	return path.Join(elements...)
}

// kept notes what the title of a fragment says.
func (n *names) kept(trace pending.TraceID, agent bool, data []byte) {
	if n.book == nil {
		return
	}
	var title observation.Observation
	if o, _, err := observation.Decode(data); err == nil && o.Role == observation.Title {
		title = o
	}
	n.book.Kept(trace, title.Labels, title.Start, agent)
}

func (n *names) forgotten(trace pending.TraceID) {
	if n.book != nil {
		n.book.Forgotten(trace)
	}
}

func (n *names) written(trace pending.TraceID, path string) {
	if n.book != nil {
		n.book.Written(trace, path)
	}
}

func (n *names) rivals(trace pending.TraceID, name string) destination.Rivals {
	if n.book == nil {
		return destination.Rivals{}
	}
	ahead, taken := n.book.Rivals(trace, name, destination.MostAhead)
	return destination.Rivals{Ahead: ahead, Taken: taken}
}

// warnLacking tells, once for each placeholder, that files get names which pair with none.
func (w *writer) warnLacking(lacking string) {
	if !w.once.first("lacking " + lacking) {
		return
	}
	w.logger.Warn("a trace has no value for {"+lacking+"} of `path`: its id names the file, which no other run's file pairs with; "+
		"set one of the attributes that `"+lacking+"` lists, as OTEL_RESOURCE_ATTRIBUTES does for a resource's",
		zap.String("path", w.cfg.Path), zap.Strings(lacking, w.names.scheme.Sources(lacking)))
}

// noteNumbered tells, once, what numbers in names come from.
func (w *writer) noteNumbered(why destination.Beside) {
	if why == destination.Numbered && w.once.first("numbered") {
		w.logger.Info("a further trace has the name of a file and gets a number, which pairs with that number of another run; where "+
			"an agent makes a trace of each request to a model, a span around its run makes them one", zap.String("path", w.cfg.Path))
	}
}
