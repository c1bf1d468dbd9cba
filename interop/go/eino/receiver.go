package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"

	coltrace "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
)

// receiver takes OTLP by gRPC, which is all that APMPlus's handler sends, and hands it on to the harness.
type receiver struct {
	coltrace.UnimplementedTraceServiceServer
}

// listen starts a receiver on loopback and returns its address.
func listen() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	server := grpc.NewServer()
	coltrace.RegisterTraceServiceServer(server, receiver{})
	go server.Serve(listener) //nolint:errcheck // it ends with the process
	return listener.Addr().String(), nil
}

// Export hands a request on, without what the handler says of the machine.
func (receiver) Export(_ context.Context, request *coltrace.ExportTraceServiceRequest) (*coltrace.ExportTraceServiceResponse, error) {
	for _, r := range request.ResourceSpans {
		kept := r.Resource.Attributes[:0]
		for _, a := range r.Resource.Attributes {
			if a.Key != "host.name" && a.Key != "process.pid" {
				kept = append(kept, a)
			}
		}
		r.Resource.Attributes = kept
	}
	body, err := proto.Marshal(request)
	if err != nil {
		return nil, err
	}
	response, err := http.Post(os.Getenv("INTEROP_OTLP")+"/v1/traces", "application/x-protobuf", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the harness answers %s", response.Status)
	}
	return &coltrace.ExportTraceServiceResponse{}, nil
}
