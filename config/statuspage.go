package config

import (
	"errors"
	"fmt"
	"net"
	"strings"

	"go.opentelemetry.io/collector/config/confighttp"
)

// StatusPage is a server of pages that show open traces, and the last runs that were written.
type StatusPage struct {
	// Server holds `endpoint` and the collector's other settings of an HTTP server, such as `tls` and `auth`.
	Server confighttp.ServerConfig `mapstructure:",squash"`

	// Runs is how many written runs are shown. They are kept in memory, names and numbers alone unless ShowContent is
	// set.
	Runs int `mapstructure:"runs"`

	// ShowContent shows what agents read and wrote, and the files, to whoever can reach the endpoint.
	ShowContent bool `mapstructure:"show_content"`

	// Hosts are the names that browsers may call the server by, beside localhost and addresses.
	Hosts []string `mapstructure:"hosts"`

	// prevent unkeyed literal initialization
	_ struct{}
}

// defaultStatusPage listens where this machine alone reaches it, beside the health check's usual port.
func defaultStatusPage() StatusPage {
	server := confighttp.NewDefaultServerConfig()
	server.NetAddr.Endpoint = "127.0.0.1:13134"
	return StatusPage{Server: server, Runs: 50, Hosts: []string{}}
}

// Validate returns every fault of the section at once; the collector puts the section's name before them.
func (p *StatusPage) Validate() error {
	faults := []error{atLeast("runs", p.Runs, 1)}
	if p.Server.NetAddr.Endpoint == "" {
		faults = append(faults, errors.New("endpoint: is required: where the page is served, such as 127.0.0.1:13134"))
	}
	for _, host := range p.Hosts {
		if host == "" || strings.ContainsAny(host, "/:*@ ") {
			faults = append(faults, fmt.Errorf("hosts: %q is not allowed: must be a name alone, such as traces.example.com", host))
		}
	}
	return errors.Join(faults...)
}

// IsLocal tells whether this machine alone reaches the page.
func (p *StatusPage) IsLocal() bool {
	if strings.HasPrefix(string(p.Server.NetAddr.Transport), "unix") {
		return true
	}
	host, _, err := net.SplitHostPort(p.Server.NetAddr.Endpoint)
	if err != nil {
		return false
	}
	address := net.ParseIP(host)
	return host == "localhost" || address != nil && address.IsLoopback()
}
