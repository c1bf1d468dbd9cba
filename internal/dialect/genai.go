package dialect

var genAI = Dialect{Name: "genai"}
