/** `npm run hub -- <command>`: the operator's command line. */
import { serverProgram } from './build-server.mjs';
import { install, projectNode } from './install.mjs';
import { become } from './run.mjs';

await install();
await become(projectNode(), [...serverProgram(), ...process.argv.slice(2)]);
