//go:build browser

package statuspage

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var screenshots = flag.String("screenshots", "", "the folder that pictures of the pages are written to")

// browser is a Chromium that is driven over its DevTools protocol: https://chromedevtools.github.io/devtools-protocol/.
// Messages go over a pipe, each ended by a NUL.
type browser struct {
	t       *testing.T
	in      io.Writer
	out     *bufio.Reader
	session string
	last    int
	logged  []string // what the page wrote to its console, refused loads among it
}

// openBrowser starts a browser with a profile of its own, and skips the test where there is none.
func openBrowser(t *testing.T) *browser {
	t.Helper()
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		t.Skip("no Chromium is installed (on Debian: apt-get install chromium), so the pages weren't looked at in a browser")
	}
	// Children of the browser may outlive it and still write, for which the cleanup of t.TempDir would fail the test.
	profile, err := os.MkdirTemp("", "browser")
	require.NoError(t, err)
	theirIn, in, err := os.Pipe()
	require.NoError(t, err)
	out, theirOut, err := os.Pipe()
	require.NoError(t, err)
	command := exec.CommandContext(t.Context(), program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
		"--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--user-data-dir="+profile, "--remote-debugging-pipe", "about:blank")
	command.ExtraFiles = []*os.File{theirIn, theirOut}
	command.WaitDelay = 10 * time.Second
	require.NoError(t, command.Start())
	_, _ = theirIn.Close(), theirOut.Close()
	b := &browser{t: t, in: in, out: bufio.NewReader(out)}
	t.Cleanup(func() {
		b.session = ""
		_, _ = b.try("Browser.close", nil)
		_, _ = in.Close(), out.Close()
		_ = command.Wait()
		_ = os.RemoveAll(profile)
	})
	target := b.call("Target.createTarget", map[string]any{"url": "about:blank"})["targetId"]
	b.session = b.call("Target.attachToTarget", map[string]any{"targetId": target, "flatten": true})["sessionId"].(string)
	for _, domain := range []string{"Page", "Log", "Runtime"} {
		b.call(domain+".enable", nil)
	}
	return b
}

type message struct {
	ID     int             `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result map[string]any  `json:"result,omitempty"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
	Session string `json:"sessionId,omitempty"`
}

func (b *browser) call(method string, params any) map[string]any {
	b.t.Helper()
	result, err := b.try(method, params)
	require.NoError(b.t, err, method)
	return result
}

func (b *browser) try(method string, params any) (map[string]any, error) {
	b.last++
	m := message{ID: b.last, Method: method, Session: b.session}
	if params != nil {
		m.Params, _ = json.Marshal(params)
	}
	data, _ := json.Marshal(m)
	if _, err := b.in.Write(append(data, 0)); err != nil {
		return nil, err
	}
	for {
		answer, err := b.read()
		if err != nil || answer.ID == m.ID {
			return answer.Result, err
		}
	}
}

// read returns the next message, and takes down what the console says.
func (b *browser) read() (m message, err error) {
	data, err := b.out.ReadBytes(0)
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(bytes.TrimSuffix(data, []byte{0}), &m); err != nil {
		return m, err
	}
	if m.Error != nil {
		return m, errors.New(m.Error.Message)
	}
	switch m.Method {
	case "Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Page.javascriptDialogOpening":
		b.logged = append(b.logged, string(m.Params))
	}
	return m, nil
}

// look is a way to look at a page.
type look struct {
	scheme string
	width  int
}

var looks = []look{{"light", 1200}, {"dark", 1200}, {"light", 360}, {"dark", 360}}

// open loads a page and waits until it is there.
func (b *browser) open(url string, l look) {
	b.t.Helper()
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": l.width, "height": 900, "deviceScaleFactor": 1, "mobile": false})
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []any{map[string]any{"name": "prefers-color-scheme", "value": l.scheme}}})
	result := b.call("Page.navigate", map[string]any{"url": url})
	require.NotContains(b.t, result, "errorText")
	for loaded := false; !loaded; {
		m, err := b.read()
		require.NoError(b.t, err)
		loaded = m.Method == "Page.loadEventFired"
	}
}

// value is what an expression gives in the page.
func (b *browser) value(expression string) any {
	b.t.Helper()
	result := b.call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true})
	require.NotContains(b.t, result, "exceptionDetails")
	return result["result"].(map[string]any)["value"]
}

func (b *browser) picture(name string) {
	b.t.Helper()
	if *screenshots == "" {
		return
	}
	height := b.value("document.documentElement.scrollHeight")
	width := b.value("window.innerWidth")
	result := b.call("Page.captureScreenshot", map[string]any{
		"captureBeyondViewport": true, "clip": map[string]any{"x": 0, "y": 0, "width": width, "height": height, "scale": 1},
	})
	data, err := base64.StdEncoding.DecodeString(result["data"].(string))
	require.NoError(b.t, err)
	require.NoError(b.t, os.MkdirAll(*screenshots, 0o755))
	require.NoError(b.t, os.WriteFile(filepath.Join(*screenshots, name+".png"), data, 0o600))
}

// faint lists texts whose contrast with what lies behind them is below 4.5, what WCAG 2.2 asks for at level AA:
// https://www.w3.org/TR/WCAG22/#contrast-minimum
const faint = `(() => {
  const paint = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const rgba = color => {
    paint.clearRect(0, 0, 1, 1); paint.fillStyle = color; paint.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = paint.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255];
  };
  const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const behind = element => {
    const color = rgba(getComputedStyle(element).backgroundColor);
    return color[3] === 1 || !element.parentElement ? color : over(color, behind(element.parentElement));
  };
  const light = color => color.slice(0, 3).map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const found = [];
  for (const element of document.querySelectorAll('body *')) {
    if (![...element.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
    const back = behind(element), front = over(rgba(getComputedStyle(element).color), back);
    const [high, low] = [light(front), light(back)].sort((a, b) => b - a);
    const contrast = (high + 0.05) / (low + 0.05);
    if (contrast < 4.5) found.push(element.className + ' ' + element.textContent.slice(0, 30) + ': ' + contrast.toFixed(2));
  }
  return found.join('\n');
})()`

// unnamed lists what a screen reader would find without a name, and landmarks that aren't there once.
const unnamed = `[
  ...[...document.querySelectorAll('a, meter, pre')].filter(e => !(e.getAttribute('aria-label') || e.textContent.trim())).map(e => e.outerHTML),
  ...['main', 'header', 'footer', 'h1', 'title', 'html[lang]'].filter(s => document.querySelectorAll(s).length !== 1),
].join('\n')`

func TestPagesInABrowser(t *testing.T) {
	b := openBrowser(t)
	for _, content := range []bool{false, true} {
		o := served(content)
		ill := served(content, func(v *Overview) {
			v.Failing = "directory: /var/lib/otelcol-agentdelta/traces: no space left on device"
		})
		idle := Options{Source: &source{overview: Overview{Component: "agentdelta", Now: noon, Started: noon.Add(-time.Minute), Directory: "agentdelta-traces", Storage: "memory", MostHeld: 10_000, MostBytes: 256 << 20, Settle: 2e9, Idle: 60e9}}, Journal: NewJournal(1)}
		for name, page := range map[string]struct {
			options Options
			path    string
		}{
			"overview": {o, "/"}, "failing": {ill, "/?refresh"}, "idle": {idle, "/"}, "run": {o, "/runs/candidate/refund-approved.jsonl"},
			"open": {o, "/open/5eed0000000000000000000000000001"}, "hostile": {o, everyPage[5]}, "nothing": {o, "/nowhere"},
		} {
			server := httptest.NewServer(NewHandler(page.options))
			for _, l := range looks {
				name := fmt.Sprintf("%s-%s-%s-%d", name, map[bool]string{true: "content", false: "names"}[content], l.scheme, l.width)
				t.Run(name, func(t *testing.T) { b.check(t, server.URL+page.path, l, name, page.path) })
			}
			server.Close()
		}
	}
}

// check looks at one page in one way.
func (b *browser) check(t *testing.T, url string, l look, name, path string) {
	b.t, b.logged = t, nil
	b.open(url, l)
	b.picture(name)
	assert.LessOrEqual(t, b.value("document.documentElement.scrollWidth"), float64(l.width), "nothing sticks out at the side")
	dark := b.value("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 28)"
	assert.Equal(t, l.scheme == "dark", dark, "it follows the reader's scheme")
	assert.Empty(t, b.value(faint), "texts that are hard to read")
	assert.Empty(t, b.value(unnamed))
	assert.Equal(t, 0.0, b.value("document.scripts.length + document.images.length"), "no markup comes from a run")
	logged := b.logged
	if path == "/nowhere" { // the browser reports the status of the page itself
		logged = logged[min(1, len(logged)):]
	}
	assert.Empty(t, strings.Join(logged, "\n"), "nothing is refused")
}

// reachable are the elements that a person should get to with the keyboard alone.
const reachable = `[...document.querySelectorAll('a[href], [tabindex="0"]')]`

// focused is, once the page is painted, which of them has the focus, and whether it is in view with an outline around it.
const focused = `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
  const e = document.activeElement, box = e.getBoundingClientRect();
  const seen = box.left >= 0 && box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth && box.height > 0;
  done(` + reachable + `.indexOf(e) + (seen && getComputedStyle(e).outlineStyle !== 'none' ? ' shown' : ' hidden'));
})))`

// press presses a key as a person does.
func (b *browser) press(key string, code int) {
	b.t.Helper()
	for _, kind := range []string{"rawKeyDown", "keyUp"} {
		b.call("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code})
	}
}

func TestEverythingIsReachedByKeyboardInABrowser(t *testing.T) {
	b := openBrowser(t)
	server := httptest.NewServer(NewHandler(served(true)))
	defer server.Close()
	for _, path := range []string{"/", "/runs/candidate/refund-approved.jsonl"} {
		for _, l := range looks {
			b.open(server.URL+path, l)
			count := int(b.value(reachable + ".length").(float64))
			require.Greater(t, count, 5)
			for n := range count {
				b.press("Tab", 9)
				assert.Equal(t, fmt.Sprint(n, " shown"), b.value(focused), "%s, %v", path, l)
			}
		}
	}
	b.open(server.URL, looks[0])
	b.press("Tab", 9)
	b.press("Enter", 13)
	assert.Equal(t, "#main", b.value("location.hash"), "the first key leads past the header")
}
