"""Programs of agents, one a framework: what a user would write, with the tools of the scenarios."""
