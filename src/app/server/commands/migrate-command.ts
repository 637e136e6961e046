import type { Config } from '#server/config/config.ts';
import { migrateDatabase } from '#server/database/open-database.ts';

export async function migrateCommand(config: Config): Promise<void> {
  const applied = await migrateDatabase(config);
  const summary = applied.length === 0 ? 'Nothing to migrate' : `Migrated: ${applied.join(', ')}`;
  process.stdout.write(`${summary}\n`);
}
