package dialect

var openInference = Dialect{Name: "openinference"}
