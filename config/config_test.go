package config_test

import (
	"io/fs"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/confmap/confmaptest"

	"github.com/agentdelta/agentdeltaexporter/config"
)

// load reads testdata/<name>.yaml as a collector reads its exporters, over the defaults.
func load(t *testing.T, name, id string) (*config.Config, error) {
	t.Helper()
	file, err := confmaptest.LoadConf(filepath.Join("testdata", name+".yaml"))
	require.NoError(t, err)
	section, err := file.Sub(id)
	require.NoError(t, err)
	cfg := config.Default()
	return cfg, section.Unmarshal(cfg)
}

func TestDirectoryIsTheOnlyRequiredKey(t *testing.T) {
	require.ErrorContains(t, config.Default().Validate(), "directory: is required")

	cfg, err := load(t, "minimal", "agentdelta")
	require.NoError(t, err)
	require.NoError(t, confmap.Validate(cfg))

	want := config.Default()
	want.Directory = "./agentdelta-traces"
	assert.Equal(t, want, cfg)
}

func TestEveryKeyIsRead(t *testing.T) {
	cfg, err := load(t, "full", "agentdelta/full")
	require.NoError(t, err)
	require.NoError(t, confmap.Validate(cfg))

	storage := component.MustNewIDWithName("file_storage", "agents")
	want := config.Default()
	want.Directory, want.Storage = "/var/lib/agentdelta", &storage
	want.Settle, want.IdleTimeout, want.LateWindow = 500*time.Millisecond, 5*time.Minute, time.Hour
	want.MaxOpenTraces, want.MaxOpenBytes = 50_000, 1<<30
	want.ASCII, want.Fsync = false, false
	want.FilePermissions, want.DirectoryPermissions = "0640", "0750"
	want.Run = []string{"resource:vcs.ref.head.revision", "root:app.version"}
	want.Case = []string{"any:gen_ai.conversation.id"}
	want.Path, want.RunID = "{run}/{service}/{case}-{trace_id:4}", "{run}/{case}"
	want.Keep.For, want.Keep.Files, want.Keep.Bytes = 7*24*time.Hour, 100_000, 10<<30
	want.Limits.LLM, want.Limits.Tool, want.Limits.Text = 4000, 1000, 800
	want.Metadata = []string{config.Usage, config.Timing, config.IDs}
	page := want.StatusPage.GetOrInsertDefault()
	page.Server.NetAddr.Endpoint, page.Server.WriteTimeout = "0.0.0.0:8080", 5*time.Second
	page.Runs, page.ShowContent, page.Hosts = 10, true, []string{"traces.example.com"}
	queue := want.Queue.GetOrInsertDefault()
	queue.QueueSize, queue.WaitForResult = 10, true
	want.Retry.Enabled = false
	want.Timeout = 10 * time.Second
	assert.Equal(t, want, cfg)

	assert.Equal(t, fs.FileMode(0o640), cfg.FileMode())
	assert.Equal(t, fs.FileMode(0o750), cfg.DirectoryMode())
	assert.True(t, cfg.Has(config.Timing))
}

func TestDefaultsAreOffWhereAPushShouldWait(t *testing.T) {
	cfg := config.Default()
	assert.False(t, cfg.Queue.HasValue(), "with a queue a push is answered before its spans are in the storage")
	assert.Zero(t, cfg.Timeout)
	assert.False(t, cfg.Has(config.Usage))
	assert.False(t, cfg.Keep.IsSet(), "nothing is removed unless asked")
}

func TestWhatUnmarshalRefuses(t *testing.T) {
	for name, want := range map[string]string{
		"unknown_key":          "folder",
		"unknown_limit":        "start",
		"unquoted_permissions": "file_permissions",
		"unknown_page_key":     "enpoint",
	} {
		t.Run(name+" is refused by its name", func(t *testing.T) {
			_, err := load(t, name, "agentdelta")
			require.ErrorContains(t, err, want)
		})
	}
}

func TestAllFaultsAreToldAtOnce(t *testing.T) {
	cfg, err := load(t, "faults", "agentdelta")
	require.NoError(t, err)
	require.EqualError(t, cfg.Validate(), `directory: is required: the folder for the files, such as ./agentdelta-traces
settle: -1s is too small: must be at least 1ms
idle_timeout: 0s is too small: must be at least 1ms
late_window: -10m0s is too small: must be at least 1ms
max_open_traces: 0 is too small: must be at least 1
max_open_bytes: -1 is too small: must be at least 1
file_permissions: "0400" is not allowed: must be octal digits in quotes, from "0600" to "0777", with all rights of the owner in "0600"
directory_permissions: "rwx" is not allowed: must be octal digits in quotes, from "0700" to "0777", with all rights of the owner in "0700"
run: "service.version" is no source: must be resource:KEY, root:KEY or any:KEY, where KEY is an attribute's name such as test.case.name
case: "any:" is no source: must be resource:KEY, root:KEY or any:KEY, where KEY is an attribute's name such as test.case.name
path: "../{case}": ".." begins with a dot: must not be hidden
run_id: "{time}": {time} is not known: may hold {trace_id}, {run}, {case} and {service}, or their first characters as in {trace_id:2}
keep::for: -1s is too small: must be at least 0s
keep::files: -1 is too small: must be at least 0
keep::bytes: -1 is too small: must be at least 0
limits::llm: 0 is too small: must be at least 1
limits::tool: -1 is too small: must be at least 1
limits::text: 0 is too small: must be at least 1
metadata: "cost" is not known: may hold usage, timing, ids
metadata: "speed" is not known: may hold usage, timing, ids`)
}

func TestValidate(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*config.Config)
		want   string // what the error begins with; empty for none
	}{
		"a directory with a NUL is refused":      {func(c *config.Config) { c.Directory = "a\x00b" }, "directory: "},
		"settle of zero is refused":              {func(c *config.Config) { c.Settle = 0 }, "settle: "},
		"late_window of zero is refused":         {func(c *config.Config) { c.LateWindow = 0 }, "late_window: "},
		"idle_timeout may be as long as settle":  {func(c *config.Config) { c.IdleTimeout = c.Settle }, ""},
		"idle_timeout below settle is refused":   {func(c *config.Config) { c.IdleTimeout = c.Settle - 1 }, "idle_timeout: "},
		"file modes for others are allowed":      {func(c *config.Config) { c.FilePermissions = "666" }, ""},
		"a file mode of decimal 9s is refused":   {func(c *config.Config) { c.FilePermissions = "0699" }, "file_permissions: "},
		"a set-uid bit is refused":               {func(c *config.Config) { c.FilePermissions = "4700" }, "file_permissions: "},
		"a closed directory is refused":          {func(c *config.Config) { c.DirectoryPermissions = "0600" }, "directory_permissions: "},
		"a case without sources is refused":      {func(c *config.Config) { c.Path, c.Case = "{case}", nil }, "case: "},
		"no sources are needed for trace ids":    {func(c *config.Config) { c.Run, c.Case = nil, nil }, ""},
		"a path that is the same for all is not": {func(c *config.Config) { c.Path = "{run}" }, "path: "},
		"files may stay for the late window":     {func(c *config.Config) { c.Keep.For = c.LateWindow }, ""},
		"files for less than it are refused":     {func(c *config.Config) { c.Keep.For = c.LateWindow - 1 }, "keep::for: "},
		"a metadata group may be asked for":      {func(c *config.Config) { c.Metadata = []string{"ids"} }, ""},
		"a metadata group in capitals is not it": {func(c *config.Config) { c.Metadata = []string{"IDS"} }, "metadata: "},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := config.Default()
			cfg.Directory = "traces"
			test.change(cfg)
			err := cfg.Validate()
			if test.want == "" {
				require.NoError(t, err)
				return
			}
			require.Error(t, err)
			assert.Regexp(t, "^"+test.want, err.Error())
		})
	}
}

func TestValidateChangesNothing(t *testing.T) {
	cfg, err := load(t, "faults", "agentdelta")
	require.NoError(t, err)
	before, err := load(t, "faults", "agentdelta")
	require.NoError(t, err)
	_ = cfg.Validate()
	assert.Equal(t, before, cfg)
}

func TestTheStatusPageIsValidatedWithTheRest(t *testing.T) {
	for want, change := range map[string]func(*config.StatusPage){
		"": func(*config.StatusPage) {},
		"status_page: runs: 0 is too small: must be at least 1": func(p *config.StatusPage) { p.Runs = 0 },
		"status_page: endpoint: is required":                    func(p *config.StatusPage) { p.Server.NetAddr.Endpoint = "" },
		`status_page: hosts: "http://a.example" is not allowed`: func(p *config.StatusPage) { p.Hosts = []string{"http://a.example"} },
		`status_page: hosts: "a.example:80" is not allowed`:     func(p *config.StatusPage) { p.Hosts = []string{"b.example", "a.example:80"} },
		"status_page: server::netaddr: invalid transport type":  func(p *config.StatusPage) { p.Server.NetAddr.Transport = "carrier pigeon" },
	} {
		cfg := config.Default()
		cfg.Directory = "traces"
		change(cfg.StatusPage.GetOrInsertDefault())
		err := confmap.Validate(cfg)
		if want == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, want)
	}
}

func TestTheStatusPageIsOffUnlessWritten(t *testing.T) {
	for text, on := range map[string]bool{
		"directory: traces":                                          false,
		"{directory: traces, status_page: {}}":                       true,
		"{directory: traces, status_page: }":                         true,
		"{directory: traces, status_page: {show_content: true}}":     true,
		"{directory: traces, status_page: {enabled: false}}":         false,
		"{directory: traces, status_page: {endpoint: 127.0.0.1:80}}": true,
	} {
		file, err := confmap.NewRetrievedFromYAML([]byte(text))
		require.NoError(t, err)
		section, err := file.AsConf()
		require.NoError(t, err)
		cfg := config.Default()
		require.NoError(t, section.Unmarshal(cfg), text)
		assert.Equal(t, on, cfg.StatusPage.HasValue(), text)
	}
}

func TestWhereTheStatusPageIsReached(t *testing.T) {
	for endpoint, local := range map[string]bool{
		"127.0.0.1:13134": true, "[::1]:80": true, "localhost:80": true, "127.8.8.8:1": true,
		"0.0.0.0:13134": false, ":13134": false, "[::]:1": false, "10.0.0.1:80": false, "traces.example.com:80": false, "127.0.0.1": false,
	} {
		page := config.Default().StatusPage.GetOrInsertDefault()
		page.Server.NetAddr.Endpoint = endpoint
		assert.Equal(t, local, page.IsLocal(), endpoint)
		page.Server.NetAddr.Transport = "unix"
		assert.True(t, page.IsLocal(), "a socket is a file")
	}
}

func TestTheQueueIsValidatedWithTheRest(t *testing.T) {
	cfg := config.Default()
	cfg.Directory = "traces"
	cfg.Queue.GetOrInsertDefault().NumConsumers = 0
	require.ErrorContains(t, confmap.Validate(cfg), "sending_queue")
}

func TestAnyBoundOfKeepIsOne(t *testing.T) {
	for keep, want := range map[config.Keep]bool{
		{}:                 false,
		{For: time.Second}: true,
		{Files: 1}:         true,
		{Bytes: 1}:         true,
	} {
		assert.Equal(t, want, keep.IsSet(), "%+v", keep)
	}
}
