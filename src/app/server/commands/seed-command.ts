import { resolveSecret } from '#features/identity/server/secret/check-secret.ts';
import type { Config } from '#server/config/config.ts';
import { openOrCreateDatabase } from '#server/database/open-database.ts';
import { type SeedSize, seedChapter } from '../seed/seed.ts';

/** Adds a chapter of the given size and prints its id and its admin's email. */
export async function seedCommand(config: Config, size: SeedSize): Promise<void> {
  await using database = await openOrCreateDatabase(config);
  // Accounts only beside a secret.
  await resolveSecret(database.db, config);
  const seeded = await seedChapter(database, size);
  process.stdout.write(`Chapter ${seeded.chapterId}, admin ${seeded.adminEmail}\n`);
}
