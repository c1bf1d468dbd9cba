"""What plays, records and judges: a scripted model server, an OTLP receiver, the true steps, the consumer."""
