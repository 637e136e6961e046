/** Where the sources begin, as they are; built-main.ts is where the built server does. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// What one start has compiled, the next one finds: half of a start is compiling otherwise.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/server', import.meta.url)));

// Imported only now, so that the cache has it. A failure that reaches here is a bug: it ends us.
void import('./cli.ts').then(async ({ runCommandLine }) => {
  process.exitCode = await runCommandLine(process.argv.slice(2), flushCompileCache);
});
