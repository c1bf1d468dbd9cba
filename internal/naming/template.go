package naming

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// The placeholders of templates.
const (
	traceID = "trace_id"
	run     = "run"
	testee  = "case"
	service = "service"
)

const (
	allowed = "may hold {trace_id}, {run}, {case} and {service}, or their first characters as in {trace_id:2}"

	// most folders that a path may have, and most characters that a placeholder may be cut to.
	mostFolders = 8
	mostWidth   = 128

	// telling is how many digits of a trace id tell any two traces apart.
	telling = 16
)

// template is a text with placeholders, by its elements between slashes.
type template [][]part

// part is literal text, or a placeholder's name.
type part struct {
	literal string
	name    string
	width   int // the most characters of the value; 0 is all
}

// parseTemplate reads a template. What a literal may be is left to the caller.
func parseTemplate(text string) (template, error) {
	if text == "" {
		return nil, errors.New("is empty: " + allowed)
	}
	var t template
	for element := range strings.SplitSeq(text, "/") {
		parts, err := parseElement(element)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", text, err)
		}
		t = append(t, parts)
	}
	return t, nil
}

func parseElement(text string) (parts []part, err error) {
	for text != "" {
		literal, rest, opened := strings.Cut(text, "{")
		if strings.Contains(literal, "}") {
			return nil, errors.New(`"}" stands without "{": ` + allowed)
		}
		if literal != "" {
			parts = append(parts, part{literal: literal})
		}
		if !opened {
			break
		}
		inner, after, closed := strings.Cut(rest, "}")
		if !closed {
			return nil, errors.New(`"{" stands without "}": ` + allowed)
		}
		p, err := parsePlaceholder(inner)
		if err != nil {
			return nil, err
		}
		parts, text = append(parts, p), after
	}
	return parts, nil
}

func parsePlaceholder(text string) (part, error) {
	name, digits, cut := strings.Cut(text, ":")
	if !slices.Contains([]string{traceID, run, testee, service}, name) {
		return part{}, fmt.Errorf("{%s} is not known: %s", text, allowed)
	}
	if !cut {
		return part{name: name}, nil
	}
	width, err := strconv.Atoi(digits)
	if err != nil || width < 1 || width > mostWidth {
		return part{}, fmt.Errorf("{%s}: %q is no number of characters: must be from 1 to %d", text, digits, mostWidth)
	}
	return part{name: name, width: width}, nil
}

// checkPath says what keeps a template from being the path of files.
func (t template) checkPath() error {
	if len(t) > mostFolders+1 {
		return fmt.Errorf("has %d folders: must have at most %d", len(t)-1, mostFolders)
	}
	for _, element := range t {
		if err := checkElement(element); err != nil {
			return err
		}
	}
	if !t.tellsTraces() && !t.holds(testee) {
		return errors.New("gives every trace of a run the same name: must hold {case} or {trace_id}")
	}
	return nil
}

func checkElement(element []part) error {
	if len(element) == 0 {
		return errors.New("has an empty element: must be a relative path without an extension, such as {run}/{case}")
	}
	for _, p := range element {
		if strings.ContainsFunc(p.literal, unusual) {
			return fmt.Errorf("%q can't be part of a name: must be letters, digits and . _ - + = @", p.literal)
		}
	}
	if strings.HasPrefix(element[0].literal, ".") {
		return fmt.Errorf("%q begins with a dot: must not be hidden", element[0].literal)
	}
	if last := element[len(element)-1].literal; strings.HasSuffix(last, ".") || strings.HasSuffix(strings.ToLower(last), ".jsonl") {
		return fmt.Errorf("%q ends a name: must not end with a dot or .jsonl, which is added", last)
	}
	return nil
}

func unusual(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._-+=@", r)
}

// holds tells whether a placeholder occurs.
func (t template) holds(name string) bool { return t.any(func(p part) bool { return p.name == name }) }

// tellsTraces tells whether no two traces have the same name.
func (t template) tellsTraces() bool {
	return t.any(func(p part) bool { return p.name == traceID && (p.width == 0 || p.width >= telling) })
}

func (t template) any(is func(part) bool) bool {
	return slices.ContainsFunc(t, func(element []part) bool { return slices.ContainsFunc(element, is) })
}

// fill returns the elements with values in place of placeholders, up to the first element that lacks one, and the name
// of what is lacking.
func (t template) fill(values map[string]string) (elements []string, lacking string) {
	for _, element := range t {
		var text strings.Builder
		for _, p := range element {
			value := values[p.name]
			if p.name != "" && value == "" {
				return elements, p.name
			}
			text.WriteString(p.literal + p.cut(value))
		}
		elements = append(elements, text.String())
	}
	return elements, ""
}

// cut is the value's first characters, as many as the placeholder wants.
func (p part) cut(value string) string {
	if p.width == 0 {
		return value
	}
	n := 0
	for at := range value {
		if n == p.width {
			return value[:at]
		}
		n++
	}
	return value
}
