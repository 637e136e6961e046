import { runCommandLine } from './cli.ts';

process.exitCode = await runCommandLine(process.argv.slice(2));
