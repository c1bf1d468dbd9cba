package config

import (
	"io/fs"
	"slices"
	"time"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/config/configoptional"
	"go.opentelemetry.io/collector/config/configretry"
	"go.opentelemetry.io/collector/exporter/exporterhelper"
)

// Config is what a user writes below `exporters: agentdelta:`. Default gives the values of the keys that are left out;
// Validate says which values are allowed.
type Config struct {
	// TimeoutConfig holds `timeout`, the time limit for one attempt to accept a push. 0 means no limit, which suits a
	// local disk.
	exporterhelper.TimeoutConfig `mapstructure:",squash"`

	// Queue is off unless `sending_queue` is written, so that a push is answered when its spans are in the storage.
	Queue configoptional.Optional[exporterhelper.QueueBatchConfig] `mapstructure:"sending_queue"`

	// Retry is how a push that couldn't be accepted is retried before the sender gets the error.
	Retry configretry.BackOffConfig `mapstructure:"retry_on_failure"`

	// Directory is the folder for the files, created if missing. A relative path is relative to the collector's working
	// directory. It has no default.
	Directory string `mapstructure:"directory"`

	// Storage is the ID of the storage extension that keeps open traces across restarts; nil keeps them in memory.
	Storage *component.ID `mapstructure:"storage"`

	// Settle is how long a trace whose root span has ended waits for spans still on their way.
	Settle time.Duration `mapstructure:"settle"`

	// IdleTimeout is how long a trace whose root span hasn't ended waits for the next span.
	IdleTimeout time.Duration `mapstructure:"idle_timeout"`

	// LateWindow is how long after a file was written a late span still rewrites it.
	LateWindow time.Duration `mapstructure:"late_window"`

	// MaxOpenTraces bounds the number of traces that are kept, open ones and those written within LateWindow.
	MaxOpenTraces int `mapstructure:"max_open_traces"`

	// MaxOpenBytes bounds what is kept of these traces, in bytes.
	MaxOpenBytes int64 `mapstructure:"max_open_bytes"`

	// ASCII writes non-ASCII characters as \uXXXX; without it files are UTF-8.
	ASCII bool `mapstructure:"ascii"`

	// Fsync syncs each file and its folder to disk before it counts as written.
	Fsync bool `mapstructure:"fsync"`

	// FilePermissions is the mode of written files, in octal digits.
	FilePermissions string `mapstructure:"file_permissions"`

	// DirectoryPermissions is the mode of created folders, in octal digits.
	DirectoryPermissions string `mapstructure:"directory_permissions"`

	// Run and Case list the attributes that may hold the names of a run and of a case: resource:KEY, root:KEY or
	// any:KEY, of any span's resource, of the trace's first span, and of any span. The first with a value wins.
	Run  []string `mapstructure:"run"`
	Case []string `mapstructure:"case"`

	// Path is the template of a file's path below Directory, without the extension: text and the placeholders
	// {trace_id}, {run}, {case} and {service}, or their first characters as in {trace_id:2}; slashes make folders.
	Path string `mapstructure:"path"`

	// RunID is the template of the run's ID in the file.
	RunID string `mapstructure:"run_id"`

	// Keep says which files are kept. All are, unless it is set.
	Keep Keep `mapstructure:"keep"`

	// StatusPage is off unless `status_page` is written.
	StatusPage configoptional.Optional[StatusPage] `mapstructure:"status_page"`

	// Limits cut the content of steps.
	Limits Limits `mapstructure:"limits"`

	// Metadata names the groups of optional metadata to write: see Groups.
	Metadata []string `mapstructure:"metadata"`

	// prevent unkeyed literal initialization
	_ struct{}
}

// Limits are the maximum lengths of the content of steps, in Unicode code points.
type Limits struct {
	// LLM is the limit of a model's text.
	LLM int `mapstructure:"llm"`

	// Tool is the limit of a tool's input and of its output.
	Tool int `mapstructure:"tool"`

	// Text is the limit of the start and the end of a run.
	Text int `mapstructure:"text"`

	// prevent unkeyed literal initialization
	_ struct{}
}

// Keep bounds the files that stay in the directory. The oldest are removed first; 0 means no bound. Files that the exporter didn't
// write are left alone and don't count, and neither bound of number or size removes a file that was written within
// LateWindow.
type Keep struct {
	// For is how long a file stays after it was written.
	For time.Duration `mapstructure:"for"`

	// Files is how many stay.
	Files int `mapstructure:"files"`

	// Bytes is how large they may be together.
	Bytes int64 `mapstructure:"bytes"`

	// prevent unkeyed literal initialization
	_ struct{}
}

// IsSet tells whether there is any bound.
func (k *Keep) IsSet() bool { return k.For > 0 || k.Files > 0 || k.Bytes > 0 }

// The groups of metadata that differ between two equal runs, and so are written only when they are asked for.
const (
	Usage  = "usage"  // token counts of a generation
	Timing = "timing" // when a step began and how long it took
	IDs    = "ids"    // ids of spans, and those that a model's provider gave its calls
)

// Groups lists the values that `metadata` may hold.
func Groups() []string { return []string{Usage, Timing, IDs} }

// Has tells whether the metadata group is asked for.
func (c *Config) Has(group string) bool { return slices.Contains(c.Metadata, group) }

// FileMode is FilePermissions as a mode; 0 if Validate refuses it.
func (c *Config) FileMode() fs.FileMode { return mode(c.FilePermissions) }

// DirectoryMode is DirectoryPermissions as a mode; 0 if Validate refuses it.
func (c *Config) DirectoryMode() fs.FileMode { return mode(c.DirectoryPermissions) }
