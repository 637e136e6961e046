/** `npm run hub -- <command>`: the operator's command line. */
import { join } from 'node:path';
import { isServerBuilt, serverProgram } from './build-server.mjs';
import { install, projectNode, root } from './install.mjs';
import { runInForeground } from './run.mjs';

await install();
// Never builds: that would remove files that a running server has yet to load.
const program = isServerBuilt() ? serverProgram : join(root, 'src', 'app', 'server', 'main.ts');
await runInForeground(projectNode(), [program, ...process.argv.slice(2)]);
