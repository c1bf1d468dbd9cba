module github.com/agentdelta/agentdeltaexporter

go 1.26.0
