/** `npm run hub -- <command>`: the operator's command line. */
import { join } from 'node:path';
import { install, projectNode, root } from './install.mjs';
import { become } from './run.mjs';

await install();
await become(projectNode(), [join(root, 'src', 'server', 'main.ts'), ...process.argv.slice(2)]);
