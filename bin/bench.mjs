/** `npm run bench [-- --only group]`: measures the performance claims against their limits. */
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { install, projectNode, root } from './install.mjs';
import { runInForeground } from './run.mjs';

await install({ withTools: true });
await build();
const env = { HUB_CHROMIUM: (await findBrowser()) ?? '' };
await runInForeground(projectNode(), [join(root, 'bench', 'main.ts'), ...process.argv.slice(2)], {
  env,
});
