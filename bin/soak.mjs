/**
 * `npm run soak`: runs the randomized tests for hours instead of minutes. Prints its seed; `--seed`
 * repeats a run, `--only` picks parts, `--share 0.1` runs a tenth of it.
 */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** What each suite tries, for its description; the tests read the same file. */
const amounts = JSON.parse(
  readFileSync(join(root, 'src', 'app', 'testing', 'amounts.json'), 'utf8'),
);
const count = (suite, times = 1) =>
  (times * Math.max(1, Math.round(amounts[suite].soak * share))).toLocaleString('en-US');

const suites = [
  {
    name: 'shares',
    description: `${count('shares')} random expenses with overrides, and balances and settlements of some`,
    files: ['src/features/expenses'],
    project: 'unit',
  },
  {
    name: 'expenses',
    description: `${count('expenses')} random sequences of writes to expenses and wallets, compared with a model`,
    files: ['src/features/expenses/server/model.test.ts'],
    project: 'database',
  },
  {
    name: 'wallets',
    description: `${count('wallets')} random sequences of writes, compared with a model`,
    files: ['src/features/wallets/server/model.test.ts'],
    project: 'database',
  },
  {
    name: 'payments',
    description: `${count('payments')} random sequences of payments, compared with the sums of what counts`,
    files: ['src/features/payments/server/model.test.ts'],
    project: 'database',
  },
  {
    name: 'oracle',
    description: `${count('oracle')} random acts, compared with exact arithmetic`,
    files: ['src/features/payments/server/oracle.test.ts'],
    project: 'database',
  },
  {
    name: 'dues',
    description: `${count('dues')} random sequences of charges, payments and corrections, compared with a model`,
    files: ['src/features/dues/server/dues-model.test.ts'],
    project: 'database',
  },
  {
    name: 'recurrence',
    description: `${count('recurrence')} random recurrence rules, compared with another implementation`,
    files: ['src/kit/recurrence/recurrence-oracle.test.ts'],
    project: 'unit',
  },
  {
    name: 'calendar-files',
    description: `${count('calendar-files')} calendar files of other programs with random damage`,
    files: ['src/features/events/ical/real-files.test.ts'],
    project: 'unit',
  },
  {
    name: 'calendar-imports',
    description: `${count('calendar-imports')} damaged calendar files, previewed and imported`,
    files: ['src/features/events/server/ical/import-real-files.test.ts'],
    project: 'database',
  },
  {
    name: 'series',
    description: `${count('series')} random sequences of writes to events, and what each date range shows`,
    files: ['src/features/events/server/series-rows.test.ts'],
    project: 'database',
  },
  {
    name: 'rsvps',
    description: `${count('rsvps')} random sequences of RSVPs, compared with the rules alone`,
    files: ['src/features/events/server/rsvp/rsvp-model.test.ts'],
    project: 'database',
  },
  {
    name: 'contracts',
    description: `${count('contracts')} requests generated from the contracts, valid and invalid`,
    files: ['src/app/testing/fuzz.test.ts'],
    project: 'database',
  },
  {
    name: 'duplicates',
    description: `${count('duplicates')} intents, each sent 20 times`,
    files: ['src/features/wallets/server/idempotency.test.ts'],
    project: 'database',
  },
  {
    name: 'crashes',
    description: `about ${count('crashes', 14)} kills under parallel writers, ${count('crashes', 7)} of a first start, full disks and damaged data`,
    files: ['src/app/testing/crash'],
    project: 'platform',
  },
  {
    name: 'outages',
    description: `the database out of reach for ${count('outage-seconds')} s in each way: dropped, cut off, replies swallowed, delayed`,
    files: ['src/app/testing/unreachable-database.test.ts'],
    project: 'database',
  },
  {
    name: 'strangers',
    description: `${count('strangers')} strangers and a member who attack for ${count('attack-seconds')} s`,
    files: ['src/app/testing/attack/hold.test.ts'],
    project: 'platform',
  },
  {
    name: 'mixed',
    description: `${count('mixed-load-seconds')} s of reads, writes, imports and sign-ins, and the memory they take`,
    files: ['src/app/testing/attack/mixed-load.test.ts'],
    project: 'platform',
  },
  {
    name: 'silent',
    description: 'connections on which nothing is sent or read, until the server ends them',
    files: ['src/app/testing/silent.test.ts'],
    project: 'database',
  },
  {
    name: 'failover',
    description: `three PostgreSQL under Patroni, two hubs: the primary killed, frozen, cut off and shut down, and the standbys, ${count('failover')} times`,
    files: ['src/app/testing/failover'],
    project: 'platform',
  },
  {
    name: 'presses',
    description: 'a robot that presses everything on every screen as each role under each policy',
  },
];

const selected = values.only ?? suites.map(({ name }) => name);
const unknown = selected.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0)
  fail(`Unknown: ${unknown.join(', ')}. Choose from: ${suites.map(({ name }) => name).join(', ')}`);

const env = { HUB_TEST_TIER: 'soak', HUB_TEST_SHARE: String(share), HUB_TEST_SEED: String(seed) };

await install({ withTools: true });
const failed = [];
for (const { name, description, files, project } of suites) {
  if (!selected.includes(name)) continue;
  const command = `npm run soak -- --only ${name} --seed ${seed} --share ${share}`;
  print(`\n${name}: ${description}\n${command}`);
  const code = files ? await runTests(project, files) : await runPresses();
  if (code !== 0) failed.push(command);
}
print(
  failed.length === 0 ? `\nEverything passed (seed ${seed})` : `\nFailed:\n${failed.join('\n')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

async function runTests(project, files) {
  const args = [tool('vitest/vitest.mjs'), 'run', '--project', project, ...files];
  return (await run(projectNode(), args, { cwd: root, env })).code;
}

async function runPresses() {
  await build();
  return runBrowserTests({ args: ['--no-deps', 'presses.spec.ts'], env });
}
