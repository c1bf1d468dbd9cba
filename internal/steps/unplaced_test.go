package steps

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func TestLogRecordsWithoutAPlaceAreToldOncePerSpan(t *testing.T) {
	tool := tool("b", "", 10, 20, runs("c1 weather"), set(func(o *observation.Observation) { o.Join = "id:c1" }))
	named := func(join string) observation.Observation {
		return set2(logs("z"), func(o *observation.Observation) { o.Join, o.CallID, o.Result = join, "c1", value.OfString("4 C") })
	}
	for name, test := range map[string]struct {
		all  []observation.Observation
		want []Unplaced
	}{
		"records of a step have their place":         {spans(model("b", "", 10, 20), logs("b", record(1, "Q"))), nil},
		"records that find their span by its own id": {spans(tool, named("id:c1")), nil},
		"records of a span that isn't there":         {spans(model("b", "", 10, 20), logs("z", record(1, "Q"))), []Unplaced{NoSpan}},
		"records of one span in two requests":        {spans(logs("z", record(1, "Q")), logs("z", record(2, ">A"))), []Unplaced{NoSpan}},
		"records of two spans":                       {spans(logs("y", record(1, "Q")), logs("z", record(2, ">A"))), []Unplaced{NoSpan, NoSpan}},
		"records of an id that no span has":          {spans(tool, named("id:c2")), []Unplaced{NoSpan}},
		"records of a link":                          {spans(model("b", "l", 10, 20), link("l", "", 0, 30), logs("l", record(1, "Q"))), []Unplaced{NoStep}},
		"records that came twice":                    {spans(logs("z", record(1, "Q")), logs("z", record(1, "Q"))), []Unplaced{NoSpan}},
	} {
		t.Run(name, func(t *testing.T) {
			var told []Unplaced
			Build(slices.Clone(test.all), Options{Unplaced: func(reason Unplaced) { told = append(told, reason) }})
			assert.Equal(t, test.want, told)
			Build(slices.Clone(test.all), Options{}) // nobody need listen
		})
	}
}
