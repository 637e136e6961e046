/** `npm start [-- --port 3000 --data DIR --demo]`: starts Chapter Hub from a bare checkout. */
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from './build.mjs';
import { serverProgram } from './build-server.mjs';
import { install, projectNode, root, tool } from './install.mjs';
import { fail } from './print.mjs';
import { runInForeground } from './run.mjs';
import { restoreOptions } from './start-options.mjs';

const given = process.argv.slice(2).filter((arg) => arg !== '--dev');
const args = restoreOptions(given, process.env);
if (args === undefined) {
  fail(
    `npm kept the options to itself. Write them after two dashes: npm ${process.env.npm_lifecycle_event === 'dev' ? 'run dev' : 'start'} -- --port 4000 --data DIR`,
  );
}
const isDev = process.argv.includes('--dev');
const main = join(root, 'src', 'app', 'server', 'main.ts');

await install({ withTools: isDev });
if (isDev) await startDev();
else {
  await build();
  // The allocator gives large blocks back at once, which keeps 80 MB free after people sign in.
  const env = { MALLOC_MMAP_THRESHOLD_: '1048576' };
  // Twice as much is reserved for what was just made; V8 would take 64 MB where the machine has them.
  const node = ['--max-semi-space-size=16', serverProgram];
  await runInForeground(projectNode(), [...node, 'serve', ...args], { env });
}

/** Server and browser app restart or rebuild when their files change. */
async function startDev() {
  const page = join(root, 'dist', 'index.html');
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const vite = [tool('vite/bin/vite.js'), 'build', '--watch', '--mode', 'development'];
  const builder = spawn(projectNode(), vite, { cwd: root, stdio: 'inherit' });
  builder.once('exit', (code) => fail(`The build stopped (exit code ${code}).`));
  while (!existsSync(page)) await sleep(100);
  await runInForeground(projectNode(), [
    '--watch',
    '--watch-preserve-output',
    main,
    'serve',
    ...args,
  ]);
  builder.removeAllListeners('exit').kill();
}
