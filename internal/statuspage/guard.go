package statuspage

import (
	"net"
	"net/http"
	"slices"
	"strings"
)

// headers keep other pages from framing, embedding or reading these, and these from loading anything but their own
// style sheet and icon.
var headers = map[string]string{
	"Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"X-Content-Type-Options":       "nosniff",
	"X-Frame-Options":              "DENY",
	"Referrer-Policy":              "no-referrer",
	"Cache-Control":                "no-store",
}

// guard answers requests that read, and that were sent to one of the hosts by its own name.
func guard(hosts []string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range headers {
			w.Header().Set(name, value)
		}
		switch {
		case !isOurs(r.Host, hosts):
			http.Error(w, "This server doesn't answer to that name. Add it to status_page::hosts to allow it.",
				http.StatusMisdirectedRequest)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "This server can only be read.", http.StatusMethodNotAllowed)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// isOurs tells whether the Host of a request is a name of this server. With DNS rebinding a foreign page has its own
// name resolve to this server's address, so names have to be known. An address can't be rebound, and neither can
// localhost.
func isOurs(host string, hosts []string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if net.ParseIP(strings.Trim(host, "[]")) != nil {
		return true
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || host != "" && slices.Contains(hosts, host)
}
