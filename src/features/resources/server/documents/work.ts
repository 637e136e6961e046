import type { Id } from '#kit/id.ts';
import { refuse } from '#kit/result.ts';
import { type AuditAction, auditWork } from '#server/audit/audit.ts';
import type { Work as WorkOf } from '#server/work.ts';

export type Work = WorkOf<'role'>;

type Recorded = { readonly id: Id };

export async function record(
  work: Work,
  action: AuditAction,
  before: Recorded | undefined,
  after: Recorded | undefined,
): Promise<void> {
  const thing = after ?? before;
  if (!thing) return;
  const [kind = ''] = action.split('.');
  await auditWork(work, { action, kind, id: thing.id, before, after });
}

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
