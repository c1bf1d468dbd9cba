// Package kafka runs the two tiers of config/collector/kafka against a broker in this process: agents' spans and log events
// go through one collector into Kafka, and through three out of it, of which some stop, die and come to it meanwhile.
package kafka

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/twmb/franz-go/pkg/kfake"
)

const (
	root       = "../../.."
	program    = root + "/build/kafka/otelcol-agentdelta-kafka"
	partitions = 6
)

// topics are those of both signals, by the group that reads them.
var topics = map[string]string{"agentdelta-traces": "otlp_spans", "agentdelta-logs": "otlp_logs"}

// broker is Kafka, as far as clients can tell.
type broker struct {
	*kfake.Cluster
	t       *testing.T
	address string
}

func startBroker(t *testing.T) *broker {
	t.Helper()
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(partitions, "otlp_spans", "otlp_logs"))
	require.NoError(t, err)
	t.Cleanup(cluster.Close)
	return &broker{Cluster: cluster, t: t, address: cluster.ListenAddrs()[0]}
}

// waitUntil waits for something that other processes do.
func (b *broker) waitUntil(what string, done func() bool) {
	b.t.Helper()
	require.Eventually(b.t, done, 3*time.Minute, 100*time.Millisecond, what)
}

// owners waits until so many collectors share the partitions and returns which partition is whose. Both groups must be dealt
// out alike, or the log events of a trace would go where its spans don't.
func (b *broker) owners(collectors int) map[int32]string {
	b.t.Helper()
	var found map[int32]string
	b.waitUntil(fmt.Sprintf("%d collectors share the partitions", collectors), func() bool {
		dealt := map[string]map[int32]string{}
		for group, topic := range topics {
			info := b.GroupInfo(group)
			if info == nil || info.State != "Stable" || len(info.Members) != collectors || info.NumAssigned() != partitions {
				return false
			}
			dealt[group] = map[int32]string{}
			for _, member := range info.Members {
				for _, partition := range member.Assignment[topic] {
					dealt[group][partition] = *member.InstanceID
				}
			}
		}
		found = dealt["agentdelta-traces"]
		require.Equal(b.t, found, dealt["agentdelta-logs"], "spans and log events of a partition meet")
		return true
	})
	return found
}

// waitRead waits until so many messages of a group are done with.
func (b *broker) waitRead(group string, messages int) {
	b.t.Helper()
	b.waitUntil(fmt.Sprintf("%s: %d messages", group, messages), func() bool {
		info, sum := b.GroupInfo(group), int64(0)
		if info == nil {
			return false
		}
		for _, commit := range info.Commits[topics[group]] {
			sum += commit.Offset
		}
		return sum >= int64(messages)
	})
}

// collector is a process of either tier.
type collector struct {
	t       *testing.T
	name    string
	traces  string // the folder of its files
	env     []string
	args    []string
	command *exec.Cmd
	said    bytes.Buffer
}

// newCollector is one of a tier's configuration. What would need a port of its own is changed, and nothing else.
func (b *broker) newCollector(name, config string, set ...string) *collector {
	b.t.Helper()
	if _, err := os.Stat(program); err != nil {
		b.t.Fatal("the collector isn't there: make kafka-build")
	}
	folder := b.t.TempDir()
	c := &collector{t: b.t, name: name, traces: filepath.Join(folder, "traces")}
	c.env = append(os.Environ(), "AGENTDELTA_KAFKA="+b.address, "AGENTDELTA_INSTANCE="+name, "AGENTDELTA_DIRECTORY="+c.traces,
		"AGENTDELTA_STATE="+filepath.Join(folder, "state"))
	c.args = []string{"--config", filepath.Join(root, "config/collector/kafka", config), "--set=service::telemetry::metrics::level=none"}
	for _, change := range set {
		c.args = append(c.args, "--set="+change)
	}
	return c
}

// newBack is a collector of the second tier.
func (b *broker) newBack(name string) *collector {
	return b.newCollector(name, "back.yaml", "extensions::healthcheckv2::http::endpoint=127.0.0.1:0",
		"exporters::agentdelta::status_page::endpoint=127.0.0.1:0")
}

func (c *collector) start() *collector {
	c.t.Helper()
	c.said.Reset()
	c.command = exec.CommandContext(context.Background(), program, c.args...)
	c.command.Env, c.command.Stdout, c.command.Stderr = c.env, &c.said, &c.said
	require.NoError(c.t, c.command.Start())
	c.t.Cleanup(func() {
		if c.kill(); c.t.Failed() {
			c.t.Logf("%s said:\n%s", c.name, c.said.String())
		}
	})
	return c
}

// stop ends it as an operator would.
func (c *collector) stop() {
	c.t.Helper()
	require.NoError(c.t, c.command.Process.Signal(syscall.SIGTERM))
	require.NoError(c.t, c.command.Wait(), c.said.String())
}

// kill ends it as a crash would.
func (c *collector) kill() {
	if c.command.ProcessState == nil {
		_ = c.command.Process.Kill()
		_ = c.command.Wait()
	}
}
