/**
 * `npm run release [-- --only linux-x64]`: makes what operators install, for each platform an archive with
 * its SHA-256 and its list of contents, in build/release or `--to FOLDER`. `--tree FOLDER` writes what is in the
 * archive of this machine's platform into a folder instead.
 */
import { join } from 'node:path';
import { build } from './build.mjs';
import { install, projectNode, root } from './install.mjs';
import { runInForeground } from './run.mjs';

await install();
await build();
await runInForeground(projectNode(), [join(root, 'release', 'main.ts'), ...process.argv.slice(2)]);
