#!/usr/bin/env bash
# Looks for known vulnerabilities in what the exporter calls, and in the shipped collector if it is built; or in the
# packages that are named. The database is https://vuln.go.dev or what GOVULNDB names. Where it can't be reached this
# says NOT CHECKED and doesn't fail, unless STRICT is set: a build without a network proves nothing either way.
set -uo pipefail
cd "$(dirname "$0")/.."

collector=build/otelcol-agentdelta
unreached='govulncheck: fetching vulnerabilities:'

# scan says what govulncheck says and returns its code: 3 for a finding; and 1 with reached=no without the database.
scan() {
  printf 'govulncheck %s\n' "$*"
  local said code=0
  said=$(go tool -modfile=tools/vulnerabilities/go.mod govulncheck -db "${GOVULNDB:-https://vuln.go.dev}" "$@" 2>&1) || code=$?
  printf '%s\n' "$said"
  if [[ $code -eq 1 && $said == *"$unreached"* ]]; then
    reached=no
  fi
  return $code
}

reached=yes status=0
scan "${@:-./internal/crash}" || status=$? # by default a small one, to find out
if [[ $# -eq 0 && $reached == yes ]]; then
  scan ./... || status=$?
  if [[ -x $collector ]]; then
    scan -mode binary "$collector" || status=$?
  fi
fi
if [[ $reached == no ]]; then
  echo 'NOT CHECKED: the database of known vulnerabilities could not be reached, so nothing is known of them'
  [[ -n ${STRICT:-} ]] || status=0
fi
exit $status
