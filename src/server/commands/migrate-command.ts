import type { Config } from '../config.ts';
import { migrateDatabase } from '../database/open-database.ts';
import { createLog } from '../log.ts';

export async function migrateCommand(config: Config): Promise<void> {
  const applied = await migrateDatabase(config, createLog(config.logLevel));
  const said = applied.length === 0 ? 'Nothing to migrate' : `Migrated: ${applied.join(', ')}`;
  process.stdout.write(`${said}\n`);
}
