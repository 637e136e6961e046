/** The `hub` program: the command line, with compiled code cached between starts. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Next to this file, so that a new build discards the old cache.
enableCompileCache(join(import.meta.dirname, '.cache'));

// Imported dynamically, because only what is loaded from now on is cached. An error is a bug and
// ends us.
const { runCommandLine } = await import('./cli.ts');
process.exitCode = await runCommandLine(process.argv.slice(2));
