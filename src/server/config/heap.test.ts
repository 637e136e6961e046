import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/**
 * A program that keeps some memory in use and replaces the rest, as a server does whose connections
 * come and go. Prints the largest old space, in units of what is in use.
 */
const program = (setUp: string) => `
  import { getHeapSpaceStatistics } from 'node:v8';
  ${setUp}
  const make = () => Array.from({ length: 2_000 }, (_, n) => ({ n, text: 'x' + n }));
  const kept = [];
  for (let n = 0; n < 400; n += 1) kept.push(make());
  const readOld = () => getHeapSpaceStatistics().find((space) => space.space_name === 'old_space').space_used_size;
  globalThis.gc();
  const used = readOld();
  let largest = 0;
  for (let n = 0; n < 3_000; n += 1) {
    kept[n % kept.length] = make();
    if (n % 100 === 0) {
      largest = Math.max(largest, readOld());
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  process.stdout.write(String(largest / used));
`;

async function measure(setUp: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    '--input-type=module',
    '--eval',
    program(setUp),
  ]);
  return Number(stdout);
}

test('garbage is collected well before it would be otherwise', { tags: ['all'] }, async () => {
  const module = new URL('./heap.ts', import.meta.url).href;
  // Side by side, because a busy machine delays the collections of both.
  const [early, late] = await Promise.all([
    measure(
      `import { collectGarbageEarly } from ${JSON.stringify(module)}; collectGarbageEarly();`,
    ),
    measure(''),
  ]);
  // Measured: 1.6 to 2.5 times what is in use, and 4.1 to 4.6 without it.
  expect(early / late).toBeLessThan(0.75);
});
