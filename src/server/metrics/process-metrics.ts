/** Metrics of this process, by the names that Prometheus' own libraries give them. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Meter } from '@opentelemetry/api';

export function showProcess(meter: Meter): void {
  const processor = meter.createObservableCounter('process_cpu_seconds_total', {
    description: 'Total user and system CPU time spent in seconds.',
  });
  processor.addCallback((result) => {
    const { user, system } = process.cpuUsage();
    result.observe((user + system) / 1e6);
  });
  const resident = meter.createObservableGauge('process_resident_memory_bytes', {
    description: 'Resident memory size in bytes.',
  });
  resident.addCallback((result) => result.observe(process.memoryUsage.rss()));
  const heap = meter.createObservableGauge('nodejs_heap_size_used_bytes', {
    description: 'Process heap size used from Node.js in bytes.',
  });
  heap.addCallback((result) => result.observe(process.memoryUsage().heapUsed));
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const lag = meter.createObservableGauge('nodejs_eventloop_lag_p99_seconds', {
    description: 'The 99th percentile of the recorded event loop delays.',
  });
  lag.addCallback((result) => {
    result.observe(delay.percentile(99) / 1e9);
    delay.reset();
  });
}
