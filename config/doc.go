// Package config is the configuration of the agentdelta exporter: its keys, their defaults and what they may be.
package config
