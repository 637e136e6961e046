/**
 * `npm run bench [-- --only group]`: measures the performance claims against their limits.
 * `npm run bench -- --against <commit>`: measures this build and that commit's by turns, as ratios.
 */
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { install, projectNode, root } from './install.mjs';
import { buildOther } from './other-commit.mjs';
import { run, runInForeground } from './run.mjs';

const args = process.argv.slice(2);
const place = args.indexOf('--against');
await install({ withTools: true });
await build();
const env = { HUB_CHROMIUM: (await findBrowser()) ?? '' };
if (place === -1) {
  await runInForeground(projectNode(), [join(root, 'bench', 'main.ts'), ...args], { env });
} else {
  const [, commit = 'HEAD'] = args.splice(place, 2);
  const other = await buildOther(commit);
  try {
    const script = join(root, 'bench', 'against', 'main.ts');
    const ended = await run(projectNode(), [script, '--other', other.folder, ...args], { env });
    process.exitCode = ended.code;
  } finally {
    other.remove();
  }
}
