package app

import (
	"context"
	"net"
	"net/http"

	"github.com/exaring/otelpgx"
	"github.com/gin-gonic/gin"
	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"thriftwell/server/platform/httpx"
	"thriftwell/server/platform/renderer"
)

// tracing sends spans to OTEL_EXPORTER_OTLP_ENDPOINT.
type tracing struct {
	provider *sdktrace.TracerProvider
	tracer   trace.Tracer
}

// openTracing returns nil if no endpoint is set. The library reads the other
// OTEL_ variables.
func openTracing(ctx context.Context, o Options) (*tracing, error) {
	if o.Config.OTLPEndpoint == "" {
		return nil, nil
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(o.Config.OTLPEndpoint+"/v1/traces"))
	if err != nil {
		return nil, err
	}
	named, err := resource.New(ctx, resource.WithAttributes(attribute.String("service.name", "thriftwell"), attribute.String("service.version", o.Version)), resource.WithFromEnv())
	if err != nil {
		return nil, err
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { o.Log.Warn("traces were not sent", "error", err) }))
	t := &tracing{provider: sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(named))}
	t.tracer = t.provider.Tracer("thriftwell/server")
	return t, nil
}

// queries returns a tracer of database queries. Spans have the text of a query,
// which contains no parameters.
func (t *tracing) queries() []pgx.QueryTracer {
	if t == nil {
		return nil
	}
	return []pgx.QueryTracer{otelpgx.NewTracer(otelpgx.WithTracerProvider(t.provider), otelpgx.WithTrimSQLInSpanName(), otelpgx.WithDisableConnectionDetailsInAttributes())}
}

// close flushes pending spans.
func (t *tracing) close(ctx context.Context) error {
	if t == nil {
		return nil
	}
	return t.provider.Shutdown(ctx)
}

// requests makes a span of each request. Like the log it records the path, but
// no query values, tokens, addresses or headers. Only the renderer's requests
// continue a trace; a visitor's trace header is ignored.
func (t *tracing) requests(c *gin.Context) {
	ctx := c.Request.Context()
	if local, ok := ctx.Value(http.LocalAddrContextKey).(net.Addr); ok && local.Network() == "unix" {
		ctx = propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(c.Request.Header))
	}
	method := knownMethod(c.Request.Method)
	ctx, span := t.tracer.Start(ctx, method+" "+c.FullPath(), trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(
		attribute.String("http.request.method", method), attribute.String("http.route", c.FullPath()), attribute.String("url.path", httpx.LoggedPath(c)),
		attribute.String("request.id", httpx.RequestID(c))))
	defer span.End()
	c.Request = c.Request.WithContext(ctx)
	c.Next()
	status := c.Writer.Status()
	span.SetAttributes(attribute.Int("http.response.status_code", status))
	if status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, c.Errors.String())
	}
}

// rendering makes a span of each render.
func (t *tracing) rendering(render renderFunc) renderFunc {
	return func(ctx context.Context, target string) (renderer.Page, error) {
		ctx, span := t.tracer.Start(ctx, "render", trace.WithSpanKind(trace.SpanKindClient))
		defer span.End()
		page, err := render(ctx, target)
		if err != nil {
			span.SetStatus(codes.Error, err.Error())
		}
		return page, err
	}
}

// renderFunc renders a page.
type renderFunc = func(ctx context.Context, target string) (renderer.Page, error)
