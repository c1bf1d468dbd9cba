package dialect

import "strings"

// joiner joins texts. One alone is not copied.
type joiner struct {
	first string
	all   strings.Builder // empty until there are several
}

func (j *joiner) add(text string) {
	switch {
	case text == "":
	case j.first == "":
		j.first = text
	default:
		if j.all.Len() == 0 {
			j.all.WriteString(j.first)
		}
		j.all.WriteString(text)
	}
}

func (j *joiner) String() string {
	if j.all.Len() == 0 {
		return j.first
	}
	return j.all.String()
}
