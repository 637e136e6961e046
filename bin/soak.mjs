/**
 * `npm run soak`: the random tests, for hours instead of minutes. Prints the seed it runs with, and
 * with `--seed` runs the same again; `--only` picks some of it, `--share 0.1` a tenth of it.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { install, projectNode, root, tool } from './install.mjs';
import { run } from './run.mjs';
import { giveUp, say } from './say.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    share: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true },
  },
});
const share = Number(values.share);
const seed = Number(values.seed ?? randomInt(2 ** 31));
if (!(share > 0) || !Number.isSafeInteger(seed)) giveUp('--seed and --share are numbers');

const of = (whole) => String(Math.max(1, Math.round(whole * share)));

/** What is run, in what amount, and how it is told its seed. */
const parts = [
  {
    name: 'shares',
    what: `${of(1_000_000)} random expenses with overrides, and balances and settlements of some`,
    files: ['src/features/expenses'],
    project: 'unit',
    env: { RANDOM_RUNS: of(1_000_000), RANDOM_SEED: String(seed) },
  },
  {
    name: 'expenses',
    what: `${of(10_000)} random sequences of writes to expenses and wallets, compared with a model`,
    files: ['src/features/expenses/server/model.test.ts'],
    project: 'database',
    env: { RANDOM_SEQUENCES: of(10_000), RANDOM_SEED: String(seed) },
  },
  {
    name: 'wallets',
    what: `${of(10_000)} random sequences of writes, compared with a model`,
    files: ['src/features/wallets/server/model.test.ts'],
    project: 'database',
    env: { RANDOM_SEQUENCES: of(10_000), RANDOM_SEED: String(seed) },
  },
  {
    name: 'recurrence',
    what: `${of(200_000)} random recurrence rules, compared with another implementation`,
    files: ['src/kit/recurrence/recurrence-oracle.test.ts'],
    project: 'unit',
    env: { RANDOM_RUNS: of(200_000), RANDOM_SEED: String(seed) },
  },
  {
    name: 'series',
    what: `${of(2_000)} random sequences of writes to events, and what each date range shows`,
    files: ['src/features/events/server/series-rows.test.ts'],
    project: 'database',
    env: { RANDOM_SEQUENCES: of(2_000), RANDOM_SEED: String(seed) },
  },
  {
    name: 'answers',
    what: `${of(1_000)} random sequences of RSVPs, compared with the rules alone`,
    files: ['src/features/events/server/rsvp/rsvp-model.test.ts'],
    project: 'database',
    env: { RANDOM_SEQUENCES: of(1_000), RANDOM_SEED: String(seed) },
  },
  {
    name: 'contracts',
    what: `${of(200_000)} requests generated from the contracts, valid and invalid`,
    files: ['src/app/testing/fuzz.test.ts'],
    project: 'database',
    env: { FUZZ_REQUESTS: of(200_000), FUZZ_SEED: String(seed) },
  },
  {
    name: 'duplicates',
    what: `${of(10_000)} intents, each sent 20 times`,
    files: ['src/features/wallets/server/duplicates.test.ts'],
    project: 'database',
    env: { DUPLICATES: of(10_000), DUPLICATES_SEED: String(seed) },
  },
  {
    name: 'crashes',
    what: `about ${of(25) * 14} kills under parallel writers, and ${of(25) * 8} of a first start`,
    files: ['src/app/testing/crash'],
    project: 'platform',
    env: { SOAK: of(25), CRASH_SEED: String(seed) },
  },
];

const wanted = values.only ?? parts.map(({ name }) => name);
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0)
  giveUp(
    `There is no ${unknown.join(', ')}; there are: ${parts.map(({ name }) => name).join(', ')}`,
  );

await install({ withTools: true });
const failed = [];
for (const { name, what, files, project, env } of parts) {
  if (!wanted.includes(name)) continue;
  const again = `npm run soak -- --only ${name} --seed ${seed} --share ${share}`;
  say(`\n${name}: ${what}\n${again}`);
  const { code } = await run(
    projectNode(),
    [tool('vitest/vitest.mjs'), 'run', '--project', project, ...files],
    { cwd: root, env },
  );
  if (code !== 0) failed.push(again);
}
say(failed.length === 0 ? `\nEverything passed (seed ${seed})` : `\nFailed:\n${failed.join('\n')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
