#!/usr/bin/env bash
# Runs each fuzz target for as many runs, or as long, as the argument says: 2000x, 30s. A test binary is built once for each
# package, with the fuzzer's counters, for most of a short run would be spent on linking. As with go test -fuzz, inputs that
# show something new go to Go's cache, and one that fails to testdata/fuzz of its package.
set -euo pipefail
cd "$(dirname "$0")/.."

root=$PWD
cache=$(go env GOCACHE)/fuzz
go list -f '{{.ImportPath}} {{.Dir}}' ./... | while read -r package folder; do
  grep -qs '^func Fuzz' "$folder"/*_test.go || continue
  binary=$root/build/fuzz/$(basename "$package").test
  go test -c -fuzz . -o "$binary" "$package" </dev/null
  cd "$folder"
  for target in $("$binary" -test.list '^Fuzz'); do
    echo "fuzz $package $target"
    "$binary" -test.run '^$' -test.fuzz "^$target\$" -test.fuzztime "$1" -test.fuzzminimizetime 1x \
      -test.fuzzcachedir "$cache/$package" </dev/null
  done
  cd "$root"
done
