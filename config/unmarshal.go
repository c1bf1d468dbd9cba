package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"go.opentelemetry.io/collector/confmap"
)

// Unmarshal reads the section, and refuses keys that it doesn't know. A collector of v0.161 lets them pass, since
// the settings of its HTTP server read themselves, from a map that holds others' keys too.
func (p *StatusPage) Unmarshal(conf *confmap.Conf) error {
	if err := refuseUnknown(conf, p); err != nil {
		return err
	}
	return conf.Unmarshal(p)
}

// refuseUnknown names the keys of conf that are no field of the struct that section points to.
func refuseUnknown(conf *confmap.Conf, section any) error {
	known := fieldKeys(reflect.TypeOf(section).Elem())
	var unknown []string
	for key := range conf.ToStringMap() {
		if !slices.Contains(known, key) {
			unknown = append(unknown, key)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	slices.Sort(unknown)
	slices.Sort(known)
	return fmt.Errorf("has invalid keys: %s: may hold %s", strings.Join(unknown, ", "), strings.Join(known, ", "))
}

// fieldKeys are the keys of a config struct, those of squashed ones included.
func fieldKeys(section reflect.Type) []string {
	var keys []string
	for field := range section.Fields() {
		key, options, _ := strings.Cut(field.Tag.Get("mapstructure"), ",")
		switch {
		case options == "squash":
			keys = append(keys, fieldKeys(field.Type)...)
		case key != "":
			keys = append(keys, key)
		}
	}
	return keys
}
