/** Where the built server begins: as main.ts, with code that is kept from one start to the next. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as Cli from './cli.ts';
import { loadsKeptCode } from './kept-code.ts';

const args = process.argv.slice(2);
const folder = dirname(fileURLToPath(import.meta.url));
const { load, keep } = loadsKeptCode(folder, args[0] === 'serve' ? 'serve' : 'command');
process.once('exit', keep);

const { runCommandLine } = load('cli.cjs') as typeof Cli;
// A failure that reaches here is a bug: it ends us.
void runCommandLine(args, keep).then((code) => {
  process.exitCode = code;
});
