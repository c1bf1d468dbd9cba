package dialect

var openLLMetry = Dialect{Name: "openllmetry"}
