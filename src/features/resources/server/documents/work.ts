import type { MemberCaller } from '#kit/caller.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { refuse } from '#kit/result.ts';
import { type AuditAction, audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';

/** A change of the documents in its transaction. */
export type Work = {
  readonly tx: Tx;
  readonly caller: Pick<MemberCaller, 'chapterId' | 'memberId' | 'role'>;
  readonly now: Instant;
  readonly newId: NewId;
};

type Recorded = { readonly id: Id };

export async function record(
  { tx, caller: { chapterId, memberId }, now, newId }: Work,
  action: AuditAction,
  before: Recorded | undefined,
  after: Recorded | undefined,
): Promise<void> {
  const thing = after ?? before;
  if (!thing) return;
  const [kind = ''] = action.split('.');
  await audit(
    tx,
    { chapterId, memberId, now, newId },
    { action, kind, id: thing.id, before, after },
  );
}

/** Undefined if the request is based on the newest version, or on none. */
export const unknownFolder = refuse(
  'invalid',
  'unknown_folder',
  'This folder was deleted. Choose another one.',
  { field: 'folderId' },
);

export const folderDeleted = refuse(
  'conflict',
  'folder_deleted',
  'The folder it was in was deleted. Bring that back first.',
);
