package main

import (
	"fmt"
	"io"
	"slices"
)

// goal is one thing that is aimed at.
type goal struct {
	what    string
	reached func(run) (float64, bool)
	show    string // how a figure is written
	bound   float64
	stretch float64
	atLeast bool                        // the bound is a least, and not a most
	beside  []func(run) (float64, bool) // figures for orientation
	write   string                      // how these are written
}

// goals are in the order in which spans go through the exporter.
var goals = slices.Concat(
	perForm("span to bytes, %s: processor time of ptrace.JSONMarshaler", func(form string) goal {
		line, marshal, least := "Line/form="+form, "Marshal/as=json/form="+form, "Floor/of=all/form="+form
		return goal{
			reached: ratio(line, marshal, "cpu-ns/span"), show: "%.2f times", bound: 1, stretch: 0.5,
			beside: []func(run) (float64, bool){figure(line, "cpu-ns/span"), figure(marshal, "cpu-ns/span"), figure(least, "cpu-ns/span")},
			write:  "%.0f to %.0f cpu-ns a span, the least is %.0f",
		}
	}),
	perForm("64 KB of history, %s: processor time of a byte", func(form string) goal {
		none, long := "History/form="+form+"/history=none", "History/form="+form+"/history=64KB"
		return goal{
			reached: func(r run) (float64, bool) {
				added := r[long]["history-B/span"]
				return (r[long]["cpu-ns/span"] - r[none]["cpu-ns/span"]) / added, added > 0
			},
			show: "%.2f ns", bound: 1.5, stretch: 0.7,
			beside: []func(run) (float64, bool){figure(long, "kept-B/span"), figure(long, "history-B/span")}, write: "keeps %.0f of %.0f B a span",
		}
	}),
	[]goal{
		{
			what: "plain HTTP spans passing by", reached: figure("HTTP", "cpu-ns/span"), show: "%.0f ns a span", bound: 300,
			beside: []func(run) (float64, bool){figure("HTTP", "allocs/span")}, write: "%.3f allocations a span",
		},
		exporterGoal("whole exporter, in memory", "state=memory/folders=1", 2, 3),
		exporterGoal("the same, files over 256 folders", "state=memory/folders=256", 2, 3),
		exporterGoal("whole exporter, file_storage", "state=file_storage/folders=1", 1, 1.5),
		exporterGoal("the same, files over 256 folders", "state=file_storage/folders=256", 1, 1.5),
		{
			what: "making a push durable in file_storage", reached: figure("Keep", "ns/span"), show: "%.0f ns a span", bound: 10_000, stretch: 5_000,
			beside: []func(run) (float64, bool){figure("Read/form=genai", "kept-B/span"), figure("Keep", "cpu-ns/span")}, write: "%.0f B and %.0f cpu-ns a span",
		},
		fileGoal("1"), fileGoal("256"),
	},
)

func perForm(what string, of func(form string) goal) []goal {
	var list []goal
	for _, form := range []string{"genai", "openinference", "aisdk"} {
		g := of(form)
		g.what = fmt.Sprintf(what, form)
		list = append(list, g)
	}
	return list
}

func exporterGoal(what, variant string, bound, stretch float64) goal {
	ours, theirs := "Exporter/name=agentdelta/"+variant, "Exporter/name=file/group_by=trace"
	return goal{
		what: what + ": spans a second of fileexporter, a file per trace", reached: ratio(ours, theirs, "spans/s"), show: "%.2f times",
		bound: bound, stretch: stretch, atLeast: true,
		beside: []func(run) (float64, bool){figure(ours, "spans/s"), figure(theirs, "spans/s"), figure(ours, "cpu-ns/span"), figure(theirs, "cpu-ns/span")},
		write:  "%.0f to %.0f spans/s, %.0f to %.0f cpu-ns a span",
	}
}

func fileGoal(folders string) goal {
	ours, floor := "Files/by=agentdelta/folders="+folders, "Files/by=floor/folders="+folders
	return goal{
		what: "files in " + folders + " folders: time of create, write and rename", reached: ratio(ours, floor, "ns/file"), show: "%.2f times", bound: 1.3,
		beside: []func(run) (float64, bool){figure(ours, "files/s"), figure(floor, "files/s"), figure(ours, "cpu-ns/file"), figure(floor, "cpu-ns/file")},
		write:  "%.0f to %.0f files/s, %.0f to %.0f cpu-ns a file",
	}
}

func writeGoals(to io.Writer, runs []run) {
	fmt.Fprintln(to, "| what | goal | stretch | reached | | beside |")
	fmt.Fprintln(to, "|---|---|---|---|---|---|")
	for i := range goals {
		goals[i].writeTo(to, runs)
	}
}

func (g *goal) writeTo(to io.Writer, runs []run) {
	reached, ok := median(runs, g.reached)
	if !ok {
		return
	}
	var beside []any
	for _, of := range g.beside {
		v, _ := median(runs, of)
		beside = append(beside, v)
	}
	stretch := ""
	if g.stretch > 0 {
		stretch = fmt.Sprintf(g.show, g.stretch)
	}
	fmt.Fprintf(to, "| %s | "+g.show+" | %s | "+g.show+" | %s | "+g.write+" |\n",
		append([]any{g.what, g.bound, stretch, reached, g.verdict(reached)}, beside...)...)
}

func (g *goal) verdict(reached float64) string {
	within := func(bound float64) bool {
		if g.atLeast {
			return reached >= bound
		}
		return reached <= bound
	}
	switch {
	case g.stretch > 0 && within(g.stretch):
		return "stretch"
	case within(g.bound):
		return "yes"
	default:
		return "no"
	}
}
