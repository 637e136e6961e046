/**
 * `npm run soak`: runs the randomized tests for hours instead of minutes. Prints its seed; `--seed`
 * repeats a run, `--only` picks parts, `--share 0.1` runs a tenth of it.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { runBrowserTests } from './e2e.mjs';
import { install, projectNode, root, tool } from './install.mjs';
import { fail, print } from './print.mjs';
import { run } from './run.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    share: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true },
  },
});
const share = Number(values.share);
const seed = Number(values.seed ?? randomInt(2 ** 31));
if (!(share > 0) || !Number.isSafeInteger(seed))
  fail('--seed must be an integer and --share a positive number');

const scale = (whole) => String(Math.max(1, Math.round(whole * share)));

const suites = [
  {
    name: 'shares',
    description: `${scale(1_000_000)} random expenses with overrides, and balances and settlements of some`,
    files: ['src/features/expenses'],
    project: 'unit',
    env: { RANDOM_RUNS: scale(1_000_000), RANDOM_SEED: String(seed) },
  },
  {
    name: 'expenses',
    description: `${scale(10_000)} random sequences of writes to expenses and wallets, compared with a model`,
    files: ['src/features/expenses/server/model.test.ts'],
    project: 'database',
    env: { RANDOM_SEQUENCES: scale(10_000), RANDOM_SEED: String(seed) },
  },
  {
    name: 'wallets',
    description: `${scale(10_000)} random sequences of writes, compared with a model`,
    files: ['src/features/wallets/server/model.test.ts'],
    project: 'database',
    env: { RANDOM_SEQUENCES: scale(10_000), RANDOM_SEED: String(seed) },
  },
  {
    name: 'payments',
    description: `${scale(10_000)} random sequences of payments, compared with the sums of what counts`,
    files: ['src/features/payments/server/model.test.ts'],
    project: 'database',
    env: { RANDOM_SEQUENCES: scale(10_000), RANDOM_SEED: String(seed) },
  },
  {
    name: 'recurrence',
    description: `${scale(200_000)} random recurrence rules, compared with another implementation`,
    files: ['src/kit/recurrence/recurrence-oracle.test.ts'],
    project: 'unit',
    env: { RANDOM_RUNS: scale(200_000), RANDOM_SEED: String(seed) },
  },
  {
    name: 'calendar-files',
    description: `${scale(50_000)} calendar files of other programs with random damage`,
    files: ['src/features/events/ical/real-files.test.ts'],
    project: 'unit',
    env: { RANDOM_RUNS: scale(50_000), RANDOM_SEED: String(seed) },
  },
  {
    name: 'calendar-imports',
    description: `${scale(5_000)} damaged calendar files, previewed and imported`,
    files: ['src/features/events/server/ical/import-real-files.test.ts'],
    project: 'database',
    env: { RANDOM_FILES: scale(5_000), RANDOM_SEED: String(seed) },
  },
  {
    name: 'series',
    description: `${scale(10_000)} random sequences of writes to events, and what each date range shows`,
    files: ['src/features/events/server/series-rows.test.ts'],
    project: 'database',
    env: { RANDOM_SEQUENCES: scale(10_000), RANDOM_SEED: String(seed) },
  },
  {
    name: 'rsvps',
    description: `${scale(10_000)} random sequences of RSVPs, compared with the rules alone`,
    files: ['src/features/events/server/rsvp/rsvp-model.test.ts'],
    project: 'database',
    env: { RANDOM_SEQUENCES: scale(10_000), RANDOM_SEED: String(seed) },
  },
  {
    name: 'contracts',
    description: `${scale(200_000)} requests generated from the contracts, valid and invalid`,
    files: ['src/app/testing/fuzz.test.ts'],
    project: 'database',
    env: { FUZZ_REQUESTS: scale(200_000), FUZZ_SEED: String(seed) },
  },
  {
    name: 'duplicates',
    description: `${scale(10_000)} intents, each sent 20 times`,
    files: ['src/features/wallets/server/idempotency.test.ts'],
    project: 'database',
    env: { DUPLICATES: scale(10_000), DUPLICATES_SEED: String(seed) },
  },
  {
    name: 'crashes',
    description: `about ${scale(25) * 14} kills under parallel writers, ${scale(25) * 7} of a first start, full disks and damaged data`,
    files: ['src/app/testing/crash'],
    project: 'platform',
    env: { SOAK: scale(25), CRASH_SEED: String(seed) },
  },
  {
    name: 'outages',
    description: `the database out of reach for ${scale(30)} s in each way: dropped, cut off, replies swallowed, delayed`,
    files: ['src/app/testing/unreachable-database.test.ts'],
    project: 'database',
    env: { OUTAGE_SECONDS: scale(30) },
  },
  {
    name: 'strangers',
    description: `1,500 strangers and a member who attack for ${scale(60)} s`,
    files: ['src/app/testing/attack/hold.test.ts'],
    project: 'platform',
    env: { ATTACK_SECONDS: scale(60), ATTACK_STRANGERS: '1500' },
  },
  {
    name: 'mixed',
    description: `${scale(900)} s of reads, writes, imports and sign-ins, and the memory they take`,
    files: ['src/app/testing/attack/mixed-load.test.ts'],
    project: 'platform',
    env: { LOAD_SECONDS: scale(900) },
  },
  {
    name: 'silent',
    description: 'connections on which nothing is sent or read, until the server ends them',
    files: ['src/app/testing/silent.test.ts'],
    project: 'database',
    env: { SILENT_CONNECTIONS: 'yes' },
  },
  {
    name: 'failover',
    description:
      'three PostgreSQL under Patroni, two hubs: the primary killed, frozen, cut off and shut down, and the standbys',
    files: ['src/app/testing/failover'],
    project: 'platform',
    env: { FAILOVER_ROUNDS: scale(3), CRASH_SEED: String(seed) },
  },
  {
    name: 'presses',
    description: 'a robot that presses everything on every screen as each role under each policy',
    env: { PRESSES: 'all' },
  },
];

const selected = values.only ?? suites.map(({ name }) => name);
const unknown = selected.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0)
  fail(`Unknown: ${unknown.join(', ')}. Choose from: ${suites.map(({ name }) => name).join(', ')}`);

await install({ withTools: true });
const failed = [];
for (const { name, description, files, project, env } of suites) {
  if (!selected.includes(name)) continue;
  const command = `npm run soak -- --only ${name} --seed ${seed} --share ${share}`;
  print(`\n${name}: ${description}\n${command}`);
  const code = files ? await runTests(project, files, env) : await runPresses(env);
  if (code !== 0) failed.push(command);
}
print(
  failed.length === 0 ? `\nEverything passed (seed ${seed})` : `\nFailed:\n${failed.join('\n')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

async function runTests(project, files, env) {
  const args = [tool('vitest/vitest.mjs'), 'run', '--project', project, ...files];
  return (await run(projectNode(), args, { cwd: root, env })).code;
}

async function runPresses(env) {
  await build();
  return runBrowserTests({ args: ['--no-deps', 'presses.spec.ts'], env });
}
