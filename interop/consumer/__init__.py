"""Gives files to the agentdelta package, in whose environment this runs, and says what it makes of them."""
