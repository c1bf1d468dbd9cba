package config_test

import (
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/config/configoptional"
	"go.opentelemetry.io/collector/config/configretry"

	"github.com/agentdelta/agentdeltaexporter/config"
)

var row = regexp.MustCompile("(?m)^\\| `([a-z_:]+)` \\| (.+?) \\| .+ \\|$")

func TestTheReadmeHasEveryOptionAndItsDefault(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	_, table, _ := strings.Cut(string(text), "<!-- options")
	table, _, found := strings.Cut(table, "<!-- /options -->")
	require.True(t, found, "the table of options has its marks")

	documented := map[string]string{}
	for _, cells := range row.FindAllStringSubmatch(table, -1) {
		documented[cells[1]] = cells[2]
	}
	assert.Equal(t, defaults("", reflect.ValueOf(*config.Default())), documented)
}

// defaults maps every key to its default as the table spells it.
func defaults(path string, v reflect.Value) map[string]string {
	spelled := map[string]string{}
	for key, field := range keys(v) {
		if isSection(field) {
			maps.Copy(spelled, defaults(path+key+"::", field))
			continue
		}
		if page, ok := field.Interface().(configoptional.Optional[config.StatusPage]); ok {
			for inner, value := range ourKeys(page) {
				spelled[path+key+"::"+inner] = spell(inner, value.Interface())
			}
		}
		spelled[path+key] = spell(path+key, field.Interface())
	}
	return spelled
}

// isSection tells whether a key holds further keys of this exporter.
func isSection(v reflect.Value) bool {
	return v.Type() == reflect.TypeFor[config.Limits]() || v.Type() == reflect.TypeFor[config.Keep]()
}

func spell(key string, value any) string {
	switch value := value.(type) {
	case time.Duration:
		return "`" + strings.NewReplacer("1m0s", "60s", "m0s", "m").Replace(value.String()) + "`"
	case string:
		if key == "directory" {
			return "required"
		}
		return fmt.Sprintf("`%q`", value)
	case configretry.BackOffConfig:
		return map[bool]string{true: "on", false: "off"}[value.Enabled]
	case interface{ HasValue() bool }:
		return map[bool]string{true: "on", false: "off"}[value.HasValue()]
	}
	if reflect.ValueOf(value).Kind() == reflect.Pointer {
		return "none"
	}
	return fmt.Sprintf("`%v`", value)
}
