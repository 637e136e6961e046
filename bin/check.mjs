/** `npm run check`: static checks, run in parallel; prints the output of those that fail. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMissingLockEntries, findUncheckedEntries } from './add-missing-lock-entries.mjs';
import { install, projectNode, root, tool } from './install.mjs';
import { print } from './print.mjs';
import { isMainModule, run } from './run.mjs';

const checks = [
  { name: 'formatting', args: [tool('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '.'] },
  // Rules that know types have read all of them: the compiler's own errors take little more. Each file belongs
  // to the first project of tsconfig.json that includes it.
  { name: 'types and lint', args: [tool('oxlint/bin/oxlint'), '--quiet', '--type-check'] },
  { name: 'unused code', args: [tool('knip/bin/knip.js')] },
];
const importLaw = {
  name: 'import law',
  args: [tool('vitest/vitest.mjs'), 'run', 'src/boundaries.test.ts'],
};

/** Returns the names of the checks that failed. */
export async function check({ withImportLaw = true } = {}) {
  const all = withImportLaw ? [...checks, importLaw] : checks;
  const results = [checkLockFile(), ...(await Promise.all(all.map(runOne)))];
  return results.filter((name) => name !== undefined);
}

/**
 * `npm ci` refuses a lock that lacks another platform's packages on every fresh machine, and installs an
 * entry without a hash unchecked.
 */
function checkLockFile() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const missing = [...Object.keys(findMissingLockEntries(lock)), ...findUncheckedEntries(lock)];
  if (missing.length === 0) return undefined;
  print(
    `  ✗ lock file\n${missing.join('\n')}\nnode bin/add-missing-lock-entries.mjs adds them and their hashes.\n`,
  );
  return 'lock file';
}

async function runOne({ name, args }) {
  const startedAt = performance.now();
  // The type checker, written in Go, keeps most of what it allocates: collecting it is wasted.
  const env = { GOGC: '400' };
  const { code, output } = await run(projectNode(), args, { isQuiet: true, cwd: root, env });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  if (code === 0) print(`  ✓ ${name} (${seconds} s)`);
  else print(`  ✗ ${name} (${seconds} s)\n${output.trimEnd()}\n`);
  return code === 0 ? undefined : name;
}

if (isMainModule(import.meta.url)) {
  await install({ withTools: true });
  const failed = await check();
  if (failed.length > 0) process.exitCode = 1;
}
