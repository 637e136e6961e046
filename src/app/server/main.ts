/** The program of `hub`: the command line, with compiled code kept from one start to the next. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Beside this file, so that a new build takes the cache of the old one along.
enableCompileCache(join(import.meta.dirname, '.cache'));

// Imported dynamically, because only what is loaded from now on is cached. An error is a bug and
// ends us.
const { runCommandLine } = await import('./cli.ts');
process.exitCode = await runCommandLine(process.argv.slice(2));
