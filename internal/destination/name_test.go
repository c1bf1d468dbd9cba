package destination

import (
	"io/fs"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestClean(t *testing.T) {
	long := strings.Repeat("é", 150)
	tests := []struct{ name, text, want string }{
		{"safe text stays", "4bf92f3577b34da6a3ce929d0e0e4736", "4bf92f3577b34da6a3ce929d0e0e4736"},
		{"letters of any script stay", "tésť 東京 1", "tésť 東京 1"},
		{"case stays", "Foo", "Foo"},
		{"a separator", "a/b", "a_b~c14cddc0"},
		{"another separator", `a\b`, "a_b~c62016d0"},
		{"the folder above", "..", "_~5ec1f7e7"},
		{"a path out", "../../etc/passwd", "_"},
		{"an absolute path", "/etc/passwd", "_etc_passwd"},
		{"a leading dot", ".bashrc", "_bashrc"},
		{"a trailing dot and blank", "a. ", "a"},
		{"nothing", "", "_"},
		{"a NUL", "a\x00b", "a_b"},
		{"a newline", "a\nb", "a_b"},
		{"a terminal escape", "a\x1b[31mb", "a_[31mb"},
		{"a character that turns text around", "a\u202eb", "a_b"},
		{"broken UTF-8", "a\xffb", "a_b"},
		{"a drive", "C:", "C_"},
		{"a device", "NUL", "_NUL"},
		{"a device with an extension", "com1.txt", "_com1.txt"},
		{"a device with blanks", "aux  .x", "_aux  .x"},
		{"no device", "console", "console"},
		{"the end of a trace file", "a.JSONL", "a"},
		{"twice", "a.jsonl.jsonl", "a"},
		{"the end of a numbered name", "refund~2", "refund~2"},
		{"more digits than a number has", "refund~20000000", "refund~20000000"},
		{"a tilde alone", "refund~", "refund~"},
		{"too long", long, strings.Repeat("é", 105)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := Clean(test.text)
			if isNumbered(test.text) {
				assert.Equal(t, "refund~2~262c832e", got)
				return
			}
			if test.text == test.want || strings.Contains(test.want, "~") {
				assert.Equal(t, test.want, got)
				return
			}
			stem, hash, found := strings.Cut(got, "~")
			require.True(t, found, got)
			assert.True(t, strings.HasPrefix(stem, test.want[:min(len(stem), len(test.want))]), got)
			assert.Len(t, hash, digits)
		})
	}
}

func TestTextsThatCleanAlikeStayApart(t *testing.T) {
	seen := map[string]string{}
	for _, text := range []string{"a/b", `a\b`, "a:b", "a\x00b", "a\nb", "a_b", "a_b.", "a_b ", "a_b.jsonl", "..", ".", ""} {
		clean := Clean(text)
		assert.NotContains(t, seen, clean, "%q", text)
		seen[clean] = text
	}
}

func TestNamesThatNoFileCanHave(t *testing.T) {
	d, _ := openTemp(t)
	for _, name := range []string{
		"", "/", "a//b", "../a", "a/../../b", "/etc/passwd", "a/", ".hidden", "a\nb", "CON", "a.jsonl",
		strings.Repeat("x", 300),
	} {
		_, err := d.Draft(name, traceA, nil, nil, Rivals{})
		assert.ErrorIs(t, err, ErrName, "%q", name)
	}
}

func FuzzClean(f *testing.F) {
	for _, text := range []string{
		"", ".", "..", "a/b", "nul", "COM¹.x", "a.jsonl", "\xff\xfe", strings.Repeat("é", 200), " .x",
		"a~12345678", "a~2", "~1.", ". .jsonl", "con .jsonl. ",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		clean := Clean(text)
		name := familyName(clean, traceA, numbered) + groupSuffix(1_234_567_890)
		switch {
		case Clean(clean) != clean:
			t.Fatalf("cleaning %q again gives %q", clean, Clean(clean))
		case !fs.ValidPath(clean) || path.Base(clean) != clean || strings.ContainsAny(clean, "/\\\x00\n"):
			t.Fatalf("%q is no path element", clean)
		case strings.HasPrefix(clean, ".") || hasExtension(clean) || isTemp(clean) || isNumbered(clean):
			t.Fatalf("%q could be taken for something else", clean)
		case len(name) > 255 || !utf8.ValidString(name):
			t.Fatalf("%q is too long or broken", name)
		case checkPath(name) != nil:
			t.Fatalf("%q is no path of a trace file", name)
		}
	})
}

func FuzzRecord(f *testing.F) {
	f.Add(record{name: "a", claims: []claim{{"a.jsonl", digest{1, 2}}, {"b/a.late.jsonl", digest{3, 4}}}}.encode())
	f.Add([]byte{})
	f.Add([]byte{recordVersion, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := decodeRecord(data)
		if err != nil {
			return
		}
		again, err := decodeRecord(r.encode())
		if err != nil || !reflect.DeepEqual(again, r) {
			t.Fatalf("%x became %x", data, r.encode())
		}
		for _, c := range r.claims {
			if !filepath.IsLocal(c.path) || path.Clean(c.path) != c.path {
				t.Fatalf("a claim outside of the directory: %q", c.path)
			}
		}
	})
}

func TestTempNames(t *testing.T) {
	assert.True(t, isTemp(tempName(0)))
	assert.True(t, isTemp(tempName(1<<64-1)))
	for _, name := range []string{
		"", "a.tmp", ".agentdelta-.tmp", ".agentdelta-0.tmp", ".agentdelta-000000000000000G.tmp",
		".agentdelta-000000000000000A.tmp", "agentdelta-0000000000000000.tmp", ".agentdelta-0000000000000000.jsonl", ".agentdelta-0000000000000000.tmp.bak",
	} {
		assert.False(t, isTemp(name), name)
	}
	assert.NotEqual(t, extension, path.Ext(tempName(1)))
}
