// Package action checks the action in config/ci, and the workflow that the README shows, with actionlint. It is a module of
// its own, for actionlint needs another version of a YAML library than Compose's loader does.
package action
