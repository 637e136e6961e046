/** `npm run bench [-- arguments]`: the measured claims, each against its limit. */
import { join } from 'node:path';
import { build } from './build.mjs';
import { install, projectNode, root } from './install.mjs';
import { become } from './run.mjs';

await install({ withTools: true });
await build();
await become(projectNode(), [join(root, 'bench', 'main.ts'), ...process.argv.slice(2)]);
