/**
 * Metrics for Prometheus. Labels are names from our own code, never what a request contains: neither ids nor
 * people can be found in them, and their number is bounded.
 */
import type { Meter } from '@opentelemetry/api';
import type pg from 'pg';
import type { FiguresCheckState } from '../checks/figures.ts';
import { type StorageWatch, storageTroubles } from '../checks/storage.ts';
import {
  answered,
  batched,
  jobEnded,
  jobPlanned,
  limitedConnection,
  mailTried,
  refused,
  written,
} from './observations.ts';
import { showProcess } from './process-metrics.ts';

export type MetricsSources = {
  readonly version: string;
  readonly commit?: string | undefined;
  readonly pool: pg.Pool;
  readonly storage: StorageWatch;
  readonly figuresCheck: () => FiguresCheckState;
};

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const jobSeconds = [0.1, 1, 5, 30, 60, 300, 1_800, 7_200];
const batchSizes = [1, 2, 5, 10, 20, 50];

/** To be called once per process: it counts from now on. */
export function countServer(meter: Meter, sources: MetricsSources): void {
  showProcess(meter);
  const { version, commit } = sources;
  const build = meter.createGauge('hub_build_info', {
    description: 'Always 1; the labels are the version of this server, and its commit if known',
  });
  build.record(1, { version, ...(commit && { commit }) });
  countRequests(meter);
  countBackgroundWork(meter);
  showPool(meter, sources.pool);
  showState(meter, sources);
}

function countRequests(meter: Meter): void {
  const requests = meter.createCounter('hub_http_requests_total', {
    description: 'Requests answered, by the pattern of their route',
  });
  const durations = meter.createHistogram('hub_http_request_duration_seconds', {
    description: 'From the arrival of a request to the end of its reply',
    advice: { explicitBucketBoundaries: requestSeconds },
  });
  answered.watch(({ method, route, status, seconds }) => {
    requests.add(1, { method, route, status });
    durations.record(seconds, { method, route });
  });
  const refusals = meter.createCounter('hub_refusals_total', {
    description:
      'Requests refused, by the code of the reply; too_many_requests, daily_limit and busy are those of limits',
  });
  // Present from the start, so that the first refusal is seen as an increase.
  for (const code of ['too_many_requests', 'daily_limit', 'busy']) refusals.add(0, { code });
  refused.watch(({ code }) => refusals.add(1, { code }));
  const bytes = meter.createCounter('hub_written_bytes_total', {
    description: 'Bytes that members sent to be written, files apart, by the section of the API',
  });
  written.watch((sent) => bytes.add(sent.bytes, { section: sent.section }));
  const connections = meter.createCounter('hub_limited_connections_total', {
    description:
      'Connections closed because there were too many or a reply was read too slowly, or not read because of unanswered requests',
  });
  for (const limit of ['number', 'slow', 'unanswered']) connections.add(0, { limit });
  limitedConnection.watch(({ limit }) => connections.add(1, { limit }));
  const sizes = meter.createHistogram('hub_batch_size', {
    description: 'Writes that shared one statement',
    advice: { explicitBucketBoundaries: batchSizes },
  });
  const seconds = meter.createHistogram('hub_batch_duration_seconds', {
    description: 'Duration of a statement that writes share',
    advice: { explicitBucketBoundaries: requestSeconds },
  });
  batched.watch((batch) => {
    sizes.record(batch.size);
    seconds.record(batch.seconds);
  });
}

function countBackgroundWork(meter: Meter): void {
  const jobs = meter.createCounter('hub_jobs_total', {
    description: 'Runs of scheduled jobs on this server',
  });
  const durations = meter.createHistogram('hub_job_duration_seconds', {
    description: 'Duration of scheduled jobs',
    advice: { explicitBucketBoundaries: jobSeconds },
  });
  // By `name`, because Prometheus itself sets `job`. Present before a job first runs, so that its first failure is
  // seen as an increase.
  jobPlanned.watch(({ job }) => {
    for (const result of ['done', 'failed']) jobs.add(0, { name: job, result });
  });
  jobEnded.watch(({ job, isDone, seconds }) => {
    jobs.add(1, { name: job, result: isDone ? 'done' : 'failed' });
    durations.record(seconds, { name: job });
  });
  const mails = meter.createCounter('hub_mails_total', {
    description: 'Emails sent, to be tried again, and given up',
  });
  for (const result of ['sent', 'again', 'failed']) mails.add(0, { result });
  mailTried.watch(({ result }) => mails.add(1, { result }));
}

function showPool(meter: Meter, pool: pg.Pool): void {
  const connections = meter.createObservableGauge('hub_database_connections', {
    description: "Connections of this server's pool",
  });
  connections.addCallback((result) => {
    result.observe(pool.idleCount, { state: 'idle' });
    result.observe(pool.totalCount - pool.idleCount, { state: 'busy' });
  });
  const limit = meter.createGauge('hub_database_connections_max', {
    description: "The most connections that this server's pool opens",
  });
  limit.record(pool.options.max);
  const waiting = meter.createObservableGauge('hub_database_waiting', {
    description: 'Statements and transactions that wait for a connection',
  });
  waiting.addCallback((result) => result.observe(pool.waitingCount));
}

const checkStates: readonly FiguresCheckState[] = ['pending', 'done', 'failed'];

function showState(meter: Meter, { storage, figuresCheck }: MetricsSources): void {
  const trouble = meter.createObservableGauge('hub_storage_trouble', {
    description: '1 while the storage of the database is in this trouble',
  });
  trouble.addCallback((result) => {
    const now = storage.current();
    for (const one of storageTroubles) result.observe(one === now ? 1 : 0, { trouble: one });
  });
  const check = meter.createObservableGauge('hub_figures_check', {
    description: "1 for the state of this server's check of all figures",
  });
  check.addCallback((result) => {
    const now = figuresCheck();
    for (const state of checkStates) result.observe(state === now ? 1 : 0, { state });
  });
}
