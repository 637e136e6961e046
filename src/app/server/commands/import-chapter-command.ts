import { resolveSecret } from '#features/identity/server/secret/check-secret.ts';
import { hasAccounts } from '#features/identity/server/shared/account-store.ts';
import { toInstant } from '#kit/day.ts';
import { toId } from '#kit/id.ts';
import { describeWriter } from '#server/backup/manifest.ts';
import { confirmationOf, isMove } from '#server/chapter-archive/archive-manifest.ts';
import { importArchive } from '#server/chapter-archive/import-archive.ts';
import { verifyArchive } from '#server/chapter-archive/read-archive.ts';
import type { Config } from '#server/config/config.ts';
import { hubCommand } from '#server/config/paths.ts';
import type { Db } from '#server/database/db.ts';
import { openOrCreateDatabase } from '#server/database/open-database.ts';
import { blameStorage } from '../explain-storage.ts';
import {
  describeObjectsLeft,
  describeRows,
  describeTarget,
  describeUnexplained,
  type SamePeople,
  saveAndReplace,
} from './chapter-archives.ts';

/** Imports the archive of a chapter, while servers keep working for the others. */
export async function importChapterCommand(
  config: Config,
  path: string,
  options: SamePeople & { readonly replace?: boolean },
): Promise<void> {
  await using database = await openOrCreateDatabase(config);
  // The accounts that come along need a secret beside them. Those of a hub in use have one.
  if (!(await hasAccounts(database.db))) await resolveSecret(database.db, config);
  const now = toInstant(Temporal.Now.instant());
  const target = await describeTarget(database.ownerUrl, now, options);
  const replaced = options.replace && (await findHere(database.db, path));
  const imported = replaced
    ? saveAndReplace(config, path, replaced, target)
    : importArchive(path, target).then((made) => ({ ...made, objectsLeft: 0 }));
  const { manifest, accounts, unexplained, objectsLeft } = await imported.catch(
    blameStorage(config),
  );
  process.stdout.write(
    `Imported ${manifest.chapter.name}, ${describeRows(manifest)}, exported on ${manifest.createdAt}${describeWriter(manifest.hubVersion)}, each compared.\n` +
      `Accounts found by email: ${accounts.matched}, added: ${accounts.added}. Nobody was signed in or sent an email: people choose a password with "Forgot password?", or with the link that "${hubCommand} reset-password" prints.\n` +
      describeObjectsLeft(objectsLeft) +
      describeUnexplained(unexplained) +
      (isMove(manifest)
        ? `Where it came from, it rests. To end its move, run there: move-chapter ${manifest.chapter.id} --imported ${confirmationOf(manifest)} --address ${config.publicUrl ?? 'ADDRESS'}\n`
        : ''),
  );
  if (unexplained > 0) process.exitCode = 1;
}

/** The archive's chapter, if it is here already. */
async function findHere(db: Db, path: string): Promise<string | undefined> {
  const { chapter } = await verifyArchive(path);
  const found = await db
    .selectFrom('chapter')
    .select('id')
    .where('id', '=', toId<'chapter'>(chapter.id))
    .executeTakeFirst();
  return found?.id;
}
