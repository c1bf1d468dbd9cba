package statuspage

import (
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// get asks a handler for a path and returns the answer.
func get(t *testing.T, o Options, path string, change ...func(*http.Request)) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequest(http.MethodGet, "http://127.0.0.1:13134"+path, nil)
	for _, c := range change {
		c(request)
	}
	answer := httptest.NewRecorder()
	NewHandler(o).ServeHTTP(answer, request)
	return answer
}

// everyPage are the paths of one page of each kind.
var everyPage = []string{
	"/", "/?refresh", "/open/5eed0000000000000000000000000001", "/open/unknown", "/runs/candidate/refund-approved.jsonl",
	"/runs/evil/" + url.PathEscape(hostile) + ".jsonl", "/runs/nothing", "/nowhere",
}

func TestEveryPageIsHTMLThatNoOtherPageCanUse(t *testing.T) {
	for _, content := range []bool{true, false} {
		for _, path := range everyPage {
			t.Run(path, func(t *testing.T) {
				answer := get(t, served(content), path)
				header := answer.Header()
				assert.Equal(t, "text/html; charset=utf-8", header.Get("Content-Type"))
				assert.Contains(t, header.Get("Content-Security-Policy"), "default-src 'none'")
				assert.Contains(t, header.Get("Content-Security-Policy"), "frame-ancestors 'none'")
				assert.Equal(t, "nosniff", header.Get("X-Content-Type-Options"))
				assert.Equal(t, "same-origin", header.Get("Cross-Origin-Resource-Policy"))
				assert.Equal(t, "no-store", header.Get("Cache-Control"))
				assert.Contains(t, answer.Body.String(), "</html>")
			})
		}
	}
}

func TestNamesOfARunAreNeverMarkup(t *testing.T) {
	for _, path := range everyPage {
		t.Run(path, func(t *testing.T) {
			page := get(t, served(true, func(o *Overview) {
				o.Component, o.Directory, o.Storage, o.Failing, o.Version = hostile, hostile, hostile, hostile, hostile
				o.Waiting[0].Trace = hostile
			}), path).Body.String()
			assert.NotContains(t, page, "<script")
			assert.NotContains(t, page, "<img")
			assert.Contains(t, page, "&lt;script&gt;")
		})
	}
}

func TestNoTextOfARunIsShownUnasked(t *testing.T) {
	for _, path := range everyPage {
		page := get(t, served(false), path).Body.String()
		for _, text := range []string{"account number", "Plan a trip", "Tokyo", "light coat", "ConnectionError", "Mild and dry"} {
			assert.NotContains(t, page, text, path)
		}
	}
	answer := get(t, served(false), "/files/candidate/refund-approved.jsonl")
	assert.Equal(t, http.StatusNotFound, answer.Code)
}

func TestTextsOfARunAreShownWhenAskedFor(t *testing.T) {
	page := get(t, served(true), "/runs/candidate/refund-approved.jsonl").Body.String()
	for _, text := range []string{"account number", "Plan a trip", "get_weather(city=&#39;Tokyo&#39;)", "Mild and dry"} {
		assert.Contains(t, page, text)
	}
	assert.Contains(t, page, `href="/files/candidate/refund-approved.jsonl"`)
	answer := get(t, served(true), "/files/candidate/refund-approved.jsonl")
	assert.Equal(t, http.StatusOK, answer.Code)
	assert.Equal(t, "text/plain; charset=utf-8", answer.Header().Get("Content-Type"))
	assert.Equal(t, "the file candidate/refund-approved.jsonl", answer.Body.String())
}

func TestOnlyFilesOfTheJournalAreSent(t *testing.T) {
	for _, path := range []string{"/files/other.jsonl", "/files/../secret", "/files/%2e%2e/secret", "/files//etc/passwd", "/files/"} {
		answer := get(t, served(true), path)
		assert.NotEqual(t, http.StatusOK, answer.Code, path)
		assert.NotContains(t, answer.Body.String(), "the file", path)
	}
}

func TestTheRunIsReadable(t *testing.T) {
	page := get(t, served(false), "/runs/candidate/refund-approved.jsonl").Body.String()
	for _, text := range []string{
		"asks for research, get_weather", "after 2 failed attempts", "in parallel, group 1", "by researcher",
		"not recorded", "truncated", "1 step failed", "travel-desk 2.4.1", "genai, openinference", "3 tool calls",
	} {
		assert.Contains(t, page, text)
	}
}

func TestTheFirstPageTellsWhatIsHeldAndWhy(t *testing.T) {
	page := plain(get(t, served(false), "/").Body.String())
	for _, text := range []string{
		"Its root span hasn&#39;t come. Written in 48 s", "4 open traces more", "agentdelta/team-a", "12.3 kB kept",
		"48.3 MB", "1 text not recorded", "12 s ago",
	} {
		assert.Contains(t, page, text)
	}
	assert.NotContains(t, page, `role="alert"`)
	ill := get(t, served(false, func(o *Overview) { o.Failing = "no space left on device" }), "/").Body.String()
	assert.Contains(t, ill, "no space left on device")
	assert.Contains(t, ill, `role="alert"`)
}

func TestAnEmptyPageSaysWhatToDo(t *testing.T) {
	from := &source{overview: Overview{Now: noon, Started: noon, Settle: 2e9, Idle: 60e9}}
	o := Options{Source: from, Journal: NewJournal(1)}
	assert.Contains(t, get(t, o, "/").Body.String(), "no span has come: point the agent's OTLP output here")
	from.overview.Silence, from.overview.Scopes = "no span is an agent's; is it instrumented?", []string{"", "@opentelemetry/instrumentation-http", hostile}
	page := plain(get(t, o, "/").Body.String())
	assert.Contains(t, page, "0 s ago: no span is an agent&#39;s; is it instrumented?</p>")
	assert.Contains(t, page, "<code>a scope without a name</code>, <code>@opentelemetry/instrumentation-http</code>, <code>&lt;script&gt;")
}

func TestRefreshingIsTheReadersChoice(t *testing.T) {
	assert.NotContains(t, get(t, served(false), "/").Body.String(), "http-equiv")
	assert.Contains(t, get(t, served(false), "/?refresh").Body.String(), `http-equiv="refresh" content="5"`)
}

func TestPagesAreOnlyRead(t *testing.T) {
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions, http.MethodPatch} {
		answer := get(t, served(true), "/", func(r *http.Request) { r.Method = method })
		assert.Equal(t, http.StatusMethodNotAllowed, answer.Code, method)
		assert.Equal(t, "GET, HEAD", answer.Header().Get("Allow"))
	}
	answer := get(t, served(true), "/", func(r *http.Request) { r.Method = http.MethodHead })
	assert.Equal(t, http.StatusOK, answer.Code)
}

func TestAForeignNameThatResolvesHereIsRefused(t *testing.T) {
	for host, allowed := range map[string]bool{
		"127.0.0.1:13134": true, "127.0.0.1": true, "[::1]:13134": true, "[::1]": true, "10.2.3.4:80": true,
		"localhost:13134": true, "LocalHost": true, "localhost.": true, "page.localhost:1": true,
		"traces.example:13134": true, "TRACES.example.": true,
		"evil.example:13134": false, "localhost.evil.example": false, "127.0.0.1.evil.example": false, "": false,
		"traces.example.evil": false, "notlocalhost": false,
	} {
		o := served(true)
		o.Hosts = []string{"Traces.example"}
		answer := get(t, o, "/", func(r *http.Request) { r.Host = host })
		if allowed {
			assert.Equal(t, http.StatusOK, answer.Code, host)
			continue
		}
		assert.Equal(t, http.StatusMisdirectedRequest, answer.Code, host)
		assert.NotContains(t, answer.Body.String(), "agentdelta/team-a", host)
		assert.Contains(t, answer.Body.String(), "status_page::hosts")
	}
}

func TestLinksLeadToTheirPages(t *testing.T) {
	page := get(t, served(true), "/").Body.String()
	links := 0
	for _, part := range strings.Split(page, `href="`)[1:] {
		path, _, _ := strings.Cut(part, `"`)
		path = html.UnescapeString(path)
		if path == "#main" || strings.HasPrefix(path, "/open/") && !strings.HasSuffix(path, "01") {
			continue // the source knows one
		}
		require.Equal(t, http.StatusOK, get(t, served(true), path).Code, path)
		links++
	}
	assert.Greater(t, links, 5)
}
