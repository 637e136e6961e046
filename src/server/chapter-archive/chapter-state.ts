/** What an export notes of a chapter and an import must find again. */
import type pg from 'pg';
import type { ArchiveManifest } from './archive-manifest.ts';

type State = Pick<ArchiveManifest, 'auditHead' | 'differences'>;

/** Recomputes every figure of the chapter. */
export async function readChapterState(client: pg.ClientBase, chapterId: string): Promise<State> {
  const head = await client.query(
    'select seq, hash from hub.audit_head where chapter_id = $1 and seq > 0',
    [chapterId],
  );
  const differences = await client.query(
    `select check_name as "check", subject_id as "subjectId", expected, actual
    from hub.difference where chapter_id = $1
    order by check_name, subject_id, expected, actual`,
    [chapterId],
  );
  const found = head.rows[0];
  return {
    auditHead: found ? { seq: Number(found.seq), hash: found.hash } : null,
    differences: differences.rows,
  };
}

export async function readAppliedMigrations(
  client: pg.ClientBase,
): Promise<ArchiveManifest['migrations']> {
  const { rows } = await client.query(
    'select version, name, checksum from hub.migration order by version',
  );
  return rows;
}

/** Keeps something of a chapter with the installation: rows of the chapter come and go with it. */
export async function noteInstallation(
  client: pg.ClientBase,
  key: string,
  value: string,
): Promise<void> {
  await client.query(
    `insert into hub.installation (key, value) values ($1, $2)
    on conflict (key) do update set value = excluded.value`,
    [key, value],
  );
}
