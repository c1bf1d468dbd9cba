package destination

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	extension = ".jsonl"

	// longestElement is how many bytes a path element may have so that every suffix of this package still fits the
	// 255 bytes that file systems allow.
	longestElement = 255 - len("~12345678") - len(".late-1234567890") - len(extension)

	// digits is how much of a hash tells two names apart.
	digits = 8

	// numbered is how many traces of one name are told apart by numbers. A number is the same in every run; but as
	// each file below it is looked at, those beyond have digits of their trace ids.
	numbered = 99
)

// reserved are names that Windows gives to devices, with any extension (learn.microsoft.com/windows/win32/fileio/
// naming-a-file).
var reserved = map[string]bool{"con": true, "prn": true, "aux": true, "nul": true, "conin$": true, "conout$": true}

func init() {
	for _, device := range []string{"com", "lpt"} {
		for _, n := range []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³"} {
			reserved[device+n] = true
		}
	}
}

// Clean turns any text into one path element that is safe on every file system: no separators, control or invisible
// characters, no leading dot, no trailing dot or space, no device name, not empty, not too long, and not ending like
// a trace file or a numbered name. Text that is safe already comes back as it is; a text that had to be changed gets
// eight digits of its SHA-256 at the end, so that two texts don't become one. Clean of a cleaned text changes nothing.
func Clean(text string) string {
	safe := clean(text)
	if safe == text && !isNumbered(text) {
		return text
	}
	hash := sha256.Sum256([]byte(text))
	return cut(safe, longestElement-1-digits) + "~" + hex.EncodeToString(hash[:digits/2])
}

// isNumbered tells whether a text ends as familyName ends names.
func isNumbered(text string) bool {
	stem := strings.TrimRight(text, "0123456789")
	n := len(text) - len(stem)
	return strings.HasSuffix(stem, "~") && n > 0 && n < digits
}

func clean(text string) string {
	safe := strings.Map(safeRune, strings.ToValidUTF8(text, "_"))
	for hasExtension(safe) {
		safe = safe[:len(safe)-len(extension)]
	}
	safe = strings.TrimRight(safe, ". ")
	if stem, _, _ := strings.Cut(safe, "."); safe == "" || safe[0] == '.' || safe[0] == ' ' ||
		reserved[strings.ToLower(strings.TrimRight(stem, " "))] {
		safe = "_" + strings.TrimLeft(safe, ". ")
	}
	return cut(safe, longestElement)
}

func safeRune(r rune) rune {
	if !unicode.IsPrint(r) || strings.ContainsRune(`<>:"/\|?*`, r) {
		return '_'
	}
	return r
}

func hasExtension(name string) bool {
	at := len(name) - len(extension)
	return at >= 0 && strings.EqualFold(name[at:], extension)
}

// cut keeps at most n bytes, whole characters only, and no blank or dot at the end.
func cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return strings.TrimRight(text[:n], ". ")
}

// checkName refuses a path with an element that Clean would change.
func checkName(name string) error {
	for element := range strings.SplitSeq(name, "/") {
		if Clean(element) != element {
			return fmt.Errorf("path %q: element %q: %w", name, element, ErrName)
		}
	}
	return nil
}

// checkPath refuses what can't be the path of a trace file.
func checkPath(name string) error {
	if !fs.ValidPath(name) || path.Ext(name) != extension {
		return fmt.Errorf("path %q: %w", name, ErrName)
	}
	return nil
}

// MostAhead is how many of those that come first make a difference: as many leave a trace neither the name nor a number.
const MostAhead = numbered

// familyName is the wanted name, or, when it's taken, one with a number, and at last one that only this trace makes.
func familyName(name string, trace [16]byte, family int) string {
	switch {
	case family == 0:
		return name
	case family < numbered:
		return fmt.Sprintf("%s~%d", name, family+1)
	}
	hash := sha256.Sum256(fmt.Appendf(trace[:], "/%d", family))
	return name + "~" + hex.EncodeToString(hash[:digits/2])
}

// groupMark begins what is put behind a name for the second and further groups.
const groupMark = ".late"

// groupSuffix tells the groups of one trace's spans apart that can't be one file.
func groupSuffix(group int) string {
	switch group {
	case 0:
		return extension
	case 1:
		return groupMark + extension
	default:
		return fmt.Sprintf("%s-%d%s", groupMark, group, extension)
	}
}
