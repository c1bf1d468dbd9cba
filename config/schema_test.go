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
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/config/configoptional"
	"go.yaml.in/yaml/v3"

	"github.com/agentdelta/agentdeltaexporter/config"
)

// schema is the part of JSON Schema that config.schema.yaml uses.
type schema struct {
	Description string            `yaml:"description"`
	Type        any               `yaml:"type"`
	Ref         string            `yaml:"$ref"`
	Pattern     string            `yaml:"pattern"`
	Defs        map[string]schema `yaml:"$defs"`
	Default     any               `yaml:"default"`
	Properties  map[string]schema `yaml:"properties"`
	Required    []string          `yaml:"required"`
	Additional  *bool             `yaml:"additionalProperties"`
	Items       struct {
		Enum []string `yaml:"enum"`
	} `yaml:"items"`
}

func readSchema(t *testing.T) schema {
	t.Helper()
	text, err := os.ReadFile("config.schema.yaml")
	require.NoError(t, err)
	var s schema
	require.NoError(t, yaml.Unmarshal(text, &s))
	return s
}

func TestTheSchemaIsTheConfig(t *testing.T) {
	s := readSchema(t)
	compare(t, "", s, reflect.ValueOf(*config.Default()))
	assert.Equal(t, []string{"directory"}, s.Required)
	assert.Equal(t, config.Groups(), s.Properties["metadata"].Items.Enum)
}

// compare checks an object's properties against a struct's fields: the same keys, types and defaults.
func compare(t *testing.T, path string, s schema, v reflect.Value) {
	t.Helper()
	require.NotNil(t, s.Additional, path)
	assert.False(t, *s.Additional, "%s: unknown keys are refused", path)
	compareFields(t, path, s, keys(v))
}

func compareFields(t *testing.T, path string, s schema, fields map[string]reflect.Value) {
	t.Helper()
	for key := range s.Properties {
		assert.Contains(t, fields, key, "%s%s is in the schema alone", path, key)
	}
	for key, field := range fields {
		property, ok := s.Properties[key]
		if !assert.True(t, ok, "%s%s is not in the schema", path, key) {
			continue
		}
		assert.NotEmpty(t, property.Description, path+key)
		compareField(t, path+key, property, field)
	}
}

func compareField(t *testing.T, key string, s schema, v reflect.Value) {
	t.Helper()
	switch value := v.Interface().(type) {
	case config.Limits, config.Keep:
		compare(t, key+"::", s, v)
	case time.Duration:
		assert.Equal(t, "#/$defs/duration "+value.String(), fmt.Sprint(s.Ref, " ", s.Default), key)
	case string:
		assert.Equal(t, "string", s.Type, key)
		assert.Equal(t, value, orZero(s.Default, ""), key)
	case bool:
		assert.Equal(t, "#/$defs/truth", s.Ref, key)
		assert.Equal(t, value, s.Default, key)
	case int, int64:
		assert.Equal(t, "#/$defs/number", s.Ref, key)
		assert.Equal(t, fmt.Sprint(value), fmt.Sprint(s.Default), key)
	case []string:
		assert.Equal(t, "array", s.Type, key)
		assert.Equal(t, fmt.Sprint(value), fmt.Sprint(s.Default), key)
	case configoptional.Optional[config.StatusPage]:
		assert.Contains(t, fmt.Sprint(s.Type), "object", key)
		assert.Nil(t, s.Additional, "%s: the collector's own keys are allowed", key)
		compareFields(t, key+"::", s, ourKeys(value))
	case *component.ID:
		assert.Equal(t, "string", s.Type, key)
	default: // the collector's own sections have schemas of their own
		assert.Contains(t, fmt.Sprint(s.Type), "object", key)
	}
}

// A duration of the schema is one that Go reads, or what the collector fills in.
func TestTheSchemasDurations(t *testing.T) {
	pattern, err := regexp.Compile(readSchema(t).Defs["duration"].Pattern)
	require.NoError(t, err)
	for _, text := range []string{"2s", "10m", "1h30m", "1.5s", "100ms", "1m0s", "0", "2 seconds", "5", "1d", "", "s", "1s "} {
		_, err := time.ParseDuration(text)
		assert.Equal(t, err == nil, pattern.MatchString(text), "%q", text)
	}
	assert.Regexp(t, pattern, "${env:SETTLE:-2s}")
}

// ourKeys are the keys of the status page that aren't an HTTP server's, but for the endpoint.
func ourKeys(page configoptional.Optional[config.StatusPage]) map[string]reflect.Value {
	value := reflect.ValueOf(page.GetOrInsertDefault()).Elem()
	ours := keys(value)
	for key := range keys(value.FieldByName("Server")) {
		if key != "endpoint" {
			delete(ours, key)
		}
	}
	return ours
}

func orZero(value, zero any) any {
	if value == nil {
		return zero
	}
	return value
}

// keys maps the keys of a config struct, squashed ones included, to their values.
func keys(v reflect.Value) map[string]reflect.Value {
	found := map[string]reflect.Value{}
	for i := range v.NumField() {
		tag, options, _ := strings.Cut(v.Type().Field(i).Tag.Get("mapstructure"), ",")
		switch {
		case options == "squash":
			maps.Copy(found, keys(v.Field(i)))
		case tag != "":
			found[tag] = v.Field(i)
		}
	}
	return found
}
