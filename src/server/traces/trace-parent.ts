import { isSpanContextValid, type SpanContext } from '@opentelemetry/api';

/** The trace that a request belongs to, as W3C's `traceparent` names it; undefined if it names none. */
export function readTraceParent(header: unknown): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(String(header)) ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(parent) ? parent : undefined;
}
