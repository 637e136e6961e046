#!/usr/bin/env bash
# OpenTelemetry's Prometheus exporter goes on telling the last value of a gauge that is no longer observed.
#
# Version: @opentelemetry/exporter-prometheus 0.301.0 with @opentelemetry/sdk-metrics 3.1.0. Input: an observable gauge
# of the jobs that wait in each queue. Its callback observes two queues, then one, as the other was removed.
# Expected: the second scrape has one sample. The specification of the SDK says that there should be none for attributes
# that a successful callback did not observe ("Asynchronous instruments").
# Seen: the removed queue has its last value in every later scrape. Only a reader of one's own that chooses delta
# temporality for such gauges leaves it out; the exporter takes no choice of it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > package.json <<'JSON'
{
  "name": "example",
  "version": "1.0.0",
  "private": true,
  "type": "module",
  "dependencies": {
    "@opentelemetry/api": "1.10.0",
    "@opentelemetry/exporter-prometheus": "0.301.0",
    "@opentelemetry/sdk-metrics": "3.1.0"
  }
}
JSON
npm install --silent --no-audit --no-fund --ignore-scripts
cat > main.js <<'JS'
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { AggregationTemporality, MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics';

class Delta extends MetricReader {
  constructor() {
    super({ aggregationTemporalitySelector: () => AggregationTemporality.DELTA });
  }
  async onForceFlush() {}
  async onShutdown() {}
}

const readers = { exporter: new PrometheusExporter({ preventServerStart: true }), delta: new Delta() };
for (const [name, reader] of Object.entries(readers)) {
  const waiting = new MeterProvider({ readers: [reader] })
    .getMeter('example')
    .createObservableGauge('waiting', { description: 'Jobs that wait' });
  let queues = ['mail', 'files'];
  waiting.addCallback((result) => {
    for (const queue of queues) result.observe(5, { queue });
  });
  const scrape = async () => {
    const { resourceMetrics } = await reader.collect();
    const text = new PrometheusSerializer('', false, undefined, true, true).serialize(resourceMetrics);
    return text.split('\n').filter((line) => line.startsWith('waiting{')).join(' ');
  };
  const before = await scrape();
  queues = ['files'];
  console.log(`${name}: ${before} -> ${await scrape()}`);
}
JS
seen=$(node main.js)
echo "$seen"
[ "$seen" = 'exporter: waiting{queue="mail"} 5 waiting{queue="files"} 5 -> waiting{queue="mail"} 5 waiting{queue="files"} 5
delta: waiting{queue="mail"} 5 waiting{queue="files"} 5 -> waiting{queue="files"} 5' ]
