import { resolveSecret } from '#features/identity/server/secret/check-secret.ts';
import type { IdentityServices } from '#features/identity/server/shared/services.ts';
import type { Id } from '#kit/id.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import { createLog } from '#server/config/log.ts';
import { readAddress } from '#server/database/address.ts';
import { openAnyDatabase } from '#server/database/open-database.ts';
import { createIdentity } from '../hub.ts';

/** Runs a command on accounts and chapters, with or without a running server. */
export async function withIdentity(
  config: Config,
  work: (services: IdentityServices) => Promise<void>,
): Promise<void> {
  const log = createLog(config.logLevel);
  await using database = await openAnyDatabase(config, log);
  const publicUrl = config.publicUrl ?? (await readAddress(database.db));
  const services = createIdentity({
    config,
    db: database.db,
    secret: await resolveSecret(database.db, config),
    publicUrl: () => publicUrl ?? `http://localhost:${config.port}`,
    onError: (message) => log.error(`Identity: ${message}`),
  });
  await work(services);
}

/** The chapter given by `--chapter`, or the only one. */
export async function chosenChapter(
  { db }: Pick<IdentityServices, 'db'>,
  chosen: string | undefined,
): Promise<Id<'chapter'>> {
  const chapters = await db.selectFrom('chapter').select(['id', 'name']).orderBy('name').execute();
  const only = chapters.length === 1 ? chapters[0] : undefined;
  const chapter =
    chosen === undefined ? only : chapters.find(({ id }) => id === chosen.toLowerCase());
  if (chapter) return chapter.id;
  if (chapters.length === 0)
    throw new CommandError('There is no chapter yet. Use the setup link first.');
  const list = chapters.map(({ id, name }) => `  ${id}  ${name}`).join('\n');
  throw new CommandError(`Choose a chapter with --chapter:\n${list}`);
}
