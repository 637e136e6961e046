import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// What one start has compiled, the next one finds: half of a start is compiling otherwise.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/server', import.meta.url)));

const { runCommandLine } = await import('./cli.ts');
process.exitCode = await runCommandLine(process.argv.slice(2));
