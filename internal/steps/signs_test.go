package steps

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func TestSameLetters(t *testing.T) {
	values := []string{
		`null`, `true`, `false`, `1`, `1.0`, `"1"`, `""`, `[]`, `[1]`, `[1,2]`, `[[1],2]`, `{}`, `{"a":1}`, `{"a":[1]}`,
		`{"a":1,"b":2}`, `{"b":2,"a":1}`, `{"a":{"a":1,"b":2}}`, `{"a":{"b":2,"a":1}}`,
	}
	for i, one := range values {
		for k, other := range values {
			a, err := value.ParseJSON(one)
			require.NoError(t, err)
			b, err := value.ParseJSON(other)
			require.NoError(t, err)
			assert.Equal(t, i == k, sameLetters(a, b), "%s and %s", one, other)
		}
	}
	assert.False(t, sameLetters(value.Value{}, value.OfNull()))
}

// TestNamesAreThoseOfTheHistory reads histories of which each begins as the one before or doesn't, and compares the names
// that were taken over with those made anew.
func TestNamesAreThoseOfTheHistory(t *testing.T) {
	request := func(arguments ...string) []observation.Message {
		var list []observation.Message
		for _, text := range arguments {
			calls := callList([]string{"- look " + text, fmt.Sprint("- at ", len(text))})
			list = append(list, observation.Message{Speaker: observation.Assistant, Calls: calls}, observation.Message{Speaker: observation.User})
		}
		return list
	}
	o := newOpenCalls()
	for _, input := range [][]observation.Message{
		request(`{"a":1}`),
		request(`{"a":1}`, `{"b":1,"a":1}`),
		request(`{"a":1}`, `{"a":1,"b":1}`, `{"c":1}`),
		request(`{"c":1}`),
		nil,
		request(`{"c":1}`, `{"c":1}`),
	} {
		o.read(input)
		for n, a := range o.history {
			assert.Equal(t, namesOf(a.calls), o.names(n))
		}
	}
}
