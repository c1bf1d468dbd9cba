#!/usr/bin/env bash
# Runs mdatagen on metadata.yaml. It names the package of the tests that it writes after the folder it runs in, so it is
# run through a link with the module's name, wherever the module is checked out.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
link=$(mktemp -d)
trap 'rm -rf "$link"' EXIT
ln -s "$root" "$link/agentdeltaexporter"

go build -C "$root/tools" -o "$link/mdatagen" go.opentelemetry.io/collector/cmd/mdatagen
cd "$link/agentdeltaexporter"
"$link/mdatagen" metadata.yaml

# The status table has a row for the distributions of the collector's own repositories; this component is in none.
sed -i '/^| Distributions | \[\] |$/d' README.md

# mdatagen writes files for their owner alone.
chmod 644 documentation.md README.md generated_*_test.go
find internal/metadata internal/metadatatest -type f -exec chmod 644 {} +
