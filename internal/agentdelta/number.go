package agentdelta

// pythonFloats are the numbers that aren't finite, as a Value spells them and as Python's repr does.
var pythonFloats = [...]struct{ spelling, repr string }{
	{"NaN", "nan"},
	{"Infinity", "inf"},
	{"-Infinity", "-inf"},
}

// pythonNumber returns a number in Python's spelling: that of JSON, but for the numbers that JSON doesn't have.
func pythonNumber(spelling string) string {
	for _, float := range pythonFloats {
		if float.spelling == spelling {
			return float.repr
		}
	}
	return spelling
}
