package page

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFiguresTakeThePlaceOfEarlierOnes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.md")
	for _, before := range []string{"a\n<!-- f -->\n<!-- /f -->\nb\n", "a\n<!-- f -->\nold\n<!-- /f -->\nb\n"} {
		if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Put(path, "f", "\nnew\n\n"); err != nil {
			t.Fatal(err)
		}
		after, err := os.ReadFile(path)
		if want := "a\n<!-- f -->\nnew\n<!-- /f -->\nb\n"; err != nil || string(after) != want {
			t.Errorf("%q becomes %q, %v", before, after, err)
		}
	}
	if err := Put(path, "g", "new"); err == nil {
		t.Error("a page without the place is no error")
	}
}
