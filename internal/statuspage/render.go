package statuspage

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"time"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
)

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"bytes":    size,
	"counted":  counted,
	"duration": duration,
	"link":     link,
	"join":     strings.Join,
	"kind":     kind,
	"utc":      func(t time.Time) string { return t.UTC().Format(time.RFC3339) },
}).ParseFS(files, "page/*.html"))

// kind is what the page calls a type of node.
func kind(t agentdelta.NodeType) string {
	switch t {
	case agentdelta.NodeToolCall:
		return "tool"
	case agentdelta.NodeToolReturn:
		return "return"
	case agentdelta.NodeLLM:
		return "model"
	}
	return string(t)
}

// unbroken keeps a number and its unit on one line.
var unbroken = strings.NewReplacer(" ", "\u00a0")

// duration is a length of time for people: two units at most.
func duration(d time.Duration) string { return unbroken.Replace(spell(d)) }

func spell(d time.Duration) string {
	switch {
	case d < 0:
		return "0 s"
	case d < 10*time.Second:
		return strconv.FormatFloat(d.Truncate(100*time.Millisecond).Seconds(), 'f', -1, 64) + " s"
	case d < time.Minute:
		return fmt.Sprintf("%d s", d/time.Second)
	case d < time.Hour:
		return units(d, time.Minute, "min", time.Second, "s")
	case d < 24*time.Hour:
		return units(d, time.Hour, "h", time.Minute, "min")
	}
	return units(d, 24*time.Hour, "d", time.Hour, "h")
}

func units(d, large time.Duration, one string, small time.Duration, other string) string {
	text := fmt.Sprintf("%d %s", d/large, one)
	if rest := d % large / small; rest > 0 {
		text += fmt.Sprintf(" %d %s", rest, other)
	}
	return text
}

// size is a number of bytes for people.
func size(n int64) string {
	if n < 1000 {
		return fmt.Sprintf("%d\u00a0B", n)
	}
	value, unit := float64(n)/1000, 0
	for value >= 999.95 && unit < 3 {
		value, unit = value/1000, unit+1
	}
	return strconv.FormatFloat(value, 'f', 1, 64) + "\u00a0" + []string{"kB", "MB", "GB", "TB"}[unit]
}

// percent is a part of a whole, at least 1 when there is any.
func percent(part, whole int64) int64 {
	if whole <= 0 || part <= 0 {
		return 0
	}
	return min(100, max(1, part*100/whole))
}
