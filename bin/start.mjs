/** `npm start [-- --port 3000 --data DIR --demo]`: from a bare checkout to a running hub. */
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from './build.mjs';
import { serverProgram } from './build-server.mjs';
import { install, projectNode, root, tool } from './install.mjs';
import { become } from './run.mjs';
import { giveUp } from './say.mjs';

const args = process.argv.slice(2).filter((arg) => arg !== '--dev');
const isDev = process.argv.includes('--dev');
const main = join(root, 'src', 'app', 'server', 'main.ts');

await install({ withTools: isDev });
if (isDev) await startDev();
else {
  await build();
  await become(projectNode(), [serverProgram, 'serve', ...args]);
}

/** Both halves start anew when their files change; the app is served as in production. */
async function startDev() {
  const page = join(root, 'dist', 'index.html');
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const vite = [tool('vite/bin/vite.js'), 'build', '--watch', '--mode', 'development'];
  const builder = spawn(projectNode(), vite, { cwd: root, stdio: 'inherit' });
  builder.once('exit', (code) => giveUp(`The build ended (${code}).`));
  while (!existsSync(page)) await sleep(100);
  await become(projectNode(), ['--watch', '--watch-preserve-output', main, 'serve', ...args]);
  builder.removeAllListeners('exit').kill();
}
