/**
 * Metrics for Prometheus. Labels are names from our own code, never what a request said: neither ids nor
 * people can be found in them, and their number is bounded.
 */
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
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
} from './observations.ts';

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
export function createMetrics(sources: MetricsSources): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const build = new Gauge({
    name: 'hub_build_info',
    help: 'Always 1; the labels are the version of this server, and its commit if known',
    labelNames: ['version', 'commit'],
    registers: [registry],
  });
  const { version, commit } = sources;
  build.set({ version, ...(commit && { commit }) }, 1);
  countRequests(registry);
  countBackgroundWork(registry);
  showPool(registry, sources.pool);
  showState(registry, sources);
  return registry;
}

function countRequests(registry: Registry): void {
  const registers = [registry];
  const requests = new Counter({
    name: 'hub_http_requests_total',
    help: 'Requests answered, by the pattern of their route',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'hub_http_request_duration_seconds',
    help: 'From the arrival of a request to the end of its reply',
    labelNames: ['method', 'route'],
    buckets: requestSeconds,
    registers,
  });
  answered.watch(({ method, route, status, seconds }) => {
    requests.inc({ method, route, status });
    durations.observe({ method, route }, seconds);
  });
  const refusals = new Counter({
    name: 'hub_refusals_total',
    help: 'Requests refused, by the code of the reply; too_many_requests and busy are those of limits',
    labelNames: ['code'],
    registers,
  });
  // Present from the start, so that the first refusal is seen as an increase.
  for (const code of ['too_many_requests', 'busy']) refusals.inc({ code }, 0);
  refused.watch(({ code }) => refusals.inc({ code }));
  const connections = new Counter({
    name: 'hub_limited_connections_total',
    help: 'Connections closed because there were too many or a reply was read too slowly, or not read because of unanswered requests',
    labelNames: ['limit'],
    registers,
  });
  for (const limit of ['number', 'slow', 'unanswered']) connections.inc({ limit }, 0);
  limitedConnection.watch(({ limit }) => connections.inc({ limit }));
  const sizes = new Histogram({
    name: 'hub_batch_size',
    help: 'Writes that shared one statement',
    buckets: batchSizes,
    registers,
  });
  const seconds = new Histogram({
    name: 'hub_batch_duration_seconds',
    help: 'Duration of a statement that writes share',
    buckets: requestSeconds,
    registers,
  });
  batched.watch((batch) => {
    sizes.observe(batch.size);
    seconds.observe(batch.seconds);
  });
}

function countBackgroundWork(registry: Registry): void {
  const registers = [registry];
  const jobs = new Counter({
    name: 'hub_jobs_total',
    help: 'Runs of scheduled jobs on this server',
    // Not `job`, which Prometheus itself sets.
    labelNames: ['name', 'result'],
    registers,
  });
  const durations = new Histogram({
    name: 'hub_job_duration_seconds',
    help: 'Duration of scheduled jobs',
    labelNames: ['name'],
    buckets: jobSeconds,
    registers,
  });
  // Present before a job first runs, so that its first failure is seen as an increase.
  jobPlanned.watch(({ job }) => {
    for (const result of ['done', 'failed']) jobs.inc({ name: job, result }, 0);
  });
  jobEnded.watch(({ job, isDone, seconds }) => {
    jobs.inc({ name: job, result: isDone ? 'done' : 'failed' });
    durations.observe({ name: job }, seconds);
  });
  const mails = new Counter({
    name: 'hub_mails_total',
    help: 'Emails sent, to be tried again, and given up',
    labelNames: ['result'],
    registers,
  });
  for (const result of ['sent', 'again', 'failed']) mails.inc({ result }, 0);
  mailTried.watch(({ result }) => mails.inc({ result }));
}

function showPool(registry: Registry, pool: pg.Pool): void {
  const connections = new Gauge({
    name: 'hub_database_connections',
    help: "Connections of this server's pool",
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      connections.set({ state: 'idle' }, pool.idleCount);
      connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
    },
  });
  const limit = new Gauge({
    name: 'hub_database_connections_max',
    help: "The most connections that this server's pool opens",
    registers: [registry],
  });
  limit.set(pool.options.max);
  const waiting = new Gauge({
    name: 'hub_database_waiting',
    help: 'Statements and transactions that wait for a connection',
    registers: [registry],
    collect: () => {
      waiting.set(pool.waitingCount);
    },
  });
}

const checkStates: readonly FiguresCheckState[] = ['pending', 'done', 'failed'];

function showState(registry: Registry, { storage, figuresCheck }: MetricsSources): void {
  const trouble = new Gauge({
    name: 'hub_storage_trouble',
    help: '1 while the storage of the database is in this trouble',
    labelNames: ['trouble'],
    registers: [registry],
    collect: () => {
      const now = storage.current();
      for (const one of storageTroubles) trouble.set({ trouble: one }, one === now ? 1 : 0);
    },
  });
  const check = new Gauge({
    name: 'hub_figures_check',
    help: "1 for the state of this server's check of all figures",
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      const now = figuresCheck();
      for (const state of checkStates) check.set({ state }, state === now ? 1 : 0);
    },
  });
}
