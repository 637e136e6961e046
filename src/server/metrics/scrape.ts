/** What is counted, in OpenTelemetry's terms, and its text as Prometheus reads it. */
import type { Meter } from '@opentelemetry/api';
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import {
  AggregationTemporality,
  InstrumentType,
  MeterProvider,
  MetricReader,
} from '@opentelemetry/sdk-metrics';

export type Metrics = {
  readonly meter: Meter;
  /** Asks whatever is asked only when it is read. */
  read(): Promise<string>;
};

export const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** The default of 2,000 is less than all routes with all their statuses; one past it would be counted as no route. */
const mostLabelSets = 20_000;

/** Not the exporter, which brings a server of its own and reports gauges that are gone. */
class Scrape extends MetricReader {
  constructor() {
    super({
      // A cumulative gauge goes on reporting the last value of what is no longer there, such as a queue.
      aggregationTemporalitySelector: (type) =>
        type === InstrumentType.OBSERVABLE_GAUGE
          ? AggregationTemporality.DELTA
          : AggregationTemporality.CUMULATIVE,
      cardinalitySelector: () => mostLabelSets,
    });
  }
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

export function startMetrics(): Metrics {
  const scrape = new Scrape();
  const meter = new MeterProvider({ readers: [scrape] }).getMeter('chapter-hub');
  // Without the names of the library and its service, which Prometheus has labels of its own for.
  const serializer = new PrometheusSerializer(undefined, false, undefined, true, true);
  return {
    meter,
    read: async () => {
      const { resourceMetrics, errors } = await scrape.collect();
      if (errors.length > 0) throw errors[0];
      return serializer.serialize(resourceMetrics);
    },
  };
}
