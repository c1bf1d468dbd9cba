package dialect

var vercel = Dialect{Name: "vercel_ai"}
