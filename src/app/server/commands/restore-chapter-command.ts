import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { type Instant, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { describeWriter } from '#server/backup/manifest.ts';
import { restoreBeside } from '#server/backup/rehearse-restore.ts';
import { importArchive } from '#server/chapter-archive/import-archive.ts';
import { movedKey } from '#server/chapter-archive/new-home.ts';
import { writeArchive } from '#server/chapter-archive/write-archive.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import { ensureFolder } from '#server/config/ensure-folder.ts';
import { databaseErrorCode } from '#server/database/db.ts';
import { openAnyDatabase } from '#server/database/open-database.ts';
import { withClient } from '#server/database/with-client.ts';
import {
  describeArchive,
  describeExportFailure,
  describeObjectsLeft,
  describeRows,
  describeTarget,
  describeUnexplained,
  type SamePeople,
  saveAndReplace,
} from './chapter-archives.ts';

type Chapter = { readonly id: Id<'chapter'>; readonly name: string };
type Wish = SamePeople & { readonly chapter: string; readonly replace?: boolean };

/**
 * Restores one chapter of a backup into a hub whose servers keep working: the backup into a scratch database
 * beside, and the chapter from there as an archive. The exit code is 1 if its figures do not add up.
 */
export async function restoreChapterCommand(
  config: Config,
  path: string,
  wish: Wish,
): Promise<void> {
  const now = toInstant(Temporal.Now.instant());
  const { dataDir, databaseUrl, backups } = config;
  await using database = await openAnyDatabase(config);
  const { ownerUrl } = database;
  await withClient(ownerUrl, 'restore', (client) => refuseUnlessReplaced(client, wish));
  const embeddedIn = databaseUrl === undefined ? dataDir : undefined;
  const beside = { ownerUrl, passphrase: backups.passphrase, now, embeddedIn };
  await restoreBeside(path, beside, 'restore', async (_, scratchUrl) => {
    const chapter = await withClient(scratchUrl, 'restore', (client) =>
      findChapter(client, wish.chapter),
    );
    const replaces = await withClient(ownerUrl, 'restore', (client) =>
      refuseUnlessReplaced(client, { ...wish, chapter: chapter.id }),
    );
    await withArchiveFolder(dataDir, (archive) =>
      bringBack({ config, ownerUrl, scratchUrl, archive, chapter, now, replaces }, wish),
    );
  }).catch((error: unknown) => {
    if (databaseErrorCode(error) !== '42501') throw error;
    throw new CommandError(
      'The database role that owns the tables may not create a scratch database: grant it CREATEDB.',
      { cause: error },
    );
  });
}

type Work = {
  readonly config: Config;
  readonly ownerUrl: string;
  readonly scratchUrl: string;
  /** The file between the two databases. */
  readonly archive: string;
  readonly chapter: Chapter;
  readonly now: Instant;
  readonly replaces: boolean;
};

async function bringBack(work: Work, wish: SamePeople): Promise<void> {
  const { config, ownerUrl, scratchUrl, archive, chapter, now, replaces } = work;
  // Contents of files are in the restored database, wherever they were before.
  const restored = describeArchive(chapter.id, archive, { now, fileBucket: undefined });
  await writeArchive(scratchUrl, restored).catch(describeExportFailure(archive));
  const samePerson = [...(wish.samePerson ?? []), ...(await listSameAccounts(work))];
  const target = await describeTarget(ownerUrl, now, { samePerson });
  const done = replaces
    ? await saveAndReplace(config, archive, chapter.id, target)
    : { ...(await importArchive(archive, target)), objectsLeft: 0 };
  const { manifest, accounts, unexplained, objectsLeft } = done;
  process.stdout.write(
    `Restored ${manifest.chapter.name}, ${describeRows(manifest)}${describeWriter(manifest.hubVersion)}, each compared. Other chapters stayed as they were.\n` +
      `Accounts found by email: ${accounts.matched}, added: ${accounts.added}. People who have none choose a password with "Forgot password?".\n` +
      'Members who were erased since the backup are back: ask the chapter to erase them again.\n' +
      describeObjectsLeft(objectsLeft) +
      describeUnexplained(unexplained),
  );
  if (unexplained > 0) process.exitCode = 1;
}

/** An id, or a name in any case. */
async function findChapter(client: pg.Client, chosen: string): Promise<Chapter> {
  const { rows } = await client.query<Chapter & { isIt: boolean }>(
    `select id, name, id::text = lower($1) or lower(name) = lower($1) as "isIt"
    from hub.chapter order by name, id`,
    [chosen.trim()],
  );
  const [found, ...others] = rows.filter(({ isIt }) => isIt);
  if (found && others.length === 0) return found;
  const list = rows.map(({ id, name }) => `  ${id}  ${name}`).join('\n');
  throw new CommandError(
    `${found ? 'Several chapters of the backup are' : 'No chapter of the backup is'} called ${chosen}. It has:\n${list}`,
  );
}

/** Whether the chapter is here, or was moved elsewhere, and the operator wants it replaced all the same. */
async function refuseUnlessReplaced(
  client: pg.Client,
  { chapter, replace }: Wish,
): Promise<boolean> {
  const here = await client.query<{ name: string }>(
    'select name from hub.chapter where id::text = lower($1) or lower(name) = lower($1)',
    [chapter],
  );
  const name = here.rows[0]?.name;
  if (name !== undefined && !replace) {
    throw new CommandError(
      `The chapter ${name} is here. To replace it by what the backup holds, add --replace, which saves it first. To have both, restore the backup elsewhere.`,
    );
  }
  const moved = await client.query<{ value: string }>(
    'select value from hub.installation where key = $1',
    [movedKey(chapter.toLowerCase())],
  );
  if (moved.rows[0] && !replace) {
    throw new CommandError(
      `This chapter moved to ${moved.rows[0].value}, and would be in two places. If it is no longer there, add --replace.`,
    );
  }
  return name !== undefined;
}

/** Emails of accounts that are in both databases, by their ids: the same people, whether they verified it or not. */
async function listSameAccounts({ scratchUrl, ownerUrl }: Work): Promise<string[]> {
  const saved = await withClient(scratchUrl, 'restore', (client) =>
    client.query<{ id: string; email: string }>('select id, email from auth.account'),
  );
  return withClient(ownerUrl, 'restore', async (client) => {
    const { rows } = await client.query<{ email: string }>(
      `select a.email from auth.account a
      join json_to_recordset($1) as saved (id text, email text)
        on saved.id = a.id and saved.email = a.email`,
      [JSON.stringify(saved.rows)],
    );
    return rows.map(({ email }) => email);
  });
}

const folderPrefix = 'restoring-';

/** Removes the folder afterwards, and those that killed commands left: only one runs at a time. */
async function withArchiveFolder(
  dataDir: string,
  work: (archive: string) => Promise<void>,
): Promise<void> {
  await ensureFolder(dataDir);
  const removeAll = async () => {
    for (const name of await readdir(dataDir)) {
      if (name.startsWith(folderPrefix)) await rm(join(dataDir, name), { recursive: true });
    }
  };
  await removeAll();
  try {
    await work(join(await mkdtemp(join(dataDir, folderPrefix)), 'chapter.zip'));
  } finally {
    await removeAll();
  }
}
