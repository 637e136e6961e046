/** Migrates in a process of its own, for tests that kill it: `node migrate-process.ts URL DIR`. */
import { migrate } from '#server/database/migrate.ts';

const [, , url = '', dir = ''] = process.argv;
const say = (line: string) => void process.stdout.write(`${line}\n`);
const { applied } = await migrate(url, { dir, log: { info: say, warn: say } });
say(`applied ${applied.join(' ')}`);
