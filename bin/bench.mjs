/** `npm run bench [-- --only group]`: the measured claims, each against its limit. */
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { install, projectNode, root } from './install.mjs';
import { become } from './run.mjs';

await install({ withTools: true });
await build();
const env = { HUB_CHROMIUM: (await findBrowser()) ?? '' };
await become(projectNode(), [join(root, 'bench', 'main.ts'), ...process.argv.slice(2)], { env });
