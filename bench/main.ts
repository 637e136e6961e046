/** `npm run bench [-- --only <group>] [--json]`: exits with code 1 if a claim is not met. */
import { parseArgs } from 'node:util';
import { audit } from './audit.ts';
import { chaptersGroup } from './chapters.ts';
import { type Claim, type ClaimGroup, isMet } from './claim.ts';
import { coldStart } from './cold-start.ts';
import { dues } from './dues.ts';
import { openEnvironment } from './environment.ts';
import { events } from './events.ts';
import { expenseReads } from './expense-reads.ts';
import { expenses } from './expenses.ts';
import { expensesPage } from './expenses-page.ts';
import { firstLoad } from './first-load.ts';
import { members } from './members.ts';
import { membersPage } from './members-page.ts';
import { memory } from './memory.ts';
import { moves } from './moves.ts';
import { nextPaint } from './next-paint.ts';
import { payments } from './payments.ts';
import { proof } from './proof.ts';
import { heading, report } from './report.ts';
import { searches } from './searches.ts';
import { standings } from './standings.ts';
import { uploads } from './uploads.ts';
import { walletPosting } from './wallet-posting.ts';
import { walletReads } from './wallet-reads.ts';
import { work } from './work.ts';
import { worstLoop } from './worst-loop.ts';

/** To add a claim, write a file that measures it and list it here. */
const groups: readonly ClaimGroup[] = [
  coldStart,
  firstLoad,
  memory,
  expensesPage,
  walletPosting,
  walletReads,
  expenses,
  payments,
  events,
  expenseReads,
  searches,
  dues,
  standings,
  members,
  nextPaint,
  membersPage,
  audit,
  work,
  worstLoop,
  uploads,
  chaptersGroup,
  moves,
  proof,
];

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, json: { type: 'boolean', default: false } },
});
const selected = values.only ?? groups.map(({ name }) => name);
const unknown = selected.filter((name) => !groups.some((group) => group.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown: ${unknown.join(', ')}. Choose from: ${groups.map(({ name }) => name).join(', ')}\n`,
  );
  process.exit(2);
}

const environment = openEnvironment();
const all: Claim[] = [];
if (!values.json) process.stdout.write(heading);
try {
  for (const group of groups.filter(({ name }) => selected.includes(name))) {
    process.stderr.write(`Measuring: ${group.name} …\n`);
    try {
      const claims = await group.measure(environment);
      all.push(...claims);
      if (!values.json) process.stdout.write(report(claims));
      if (!claims.every(isMet)) process.exitCode = 1;
    } catch (error) {
      // One failing group must not discard an hour of other measurements.
      process.stderr.write(`FAIL ${group.name}\n`);
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exitCode = 1;
    }
  }
} finally {
  await environment.close();
}
if (values.json) process.stdout.write(JSON.stringify(all));
