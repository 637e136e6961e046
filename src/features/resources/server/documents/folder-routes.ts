import type { Id } from '#kit/id.ts';
import { notFound, ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { roleSuffices } from '#kit/role.ts';
import { lockUntilCommit } from '#server/database/lock.ts';
import { checkVersion } from '#server/http/check-version.ts';
import type { Api } from '#server/http/serve.ts';
import {
  type Folder,
  type FolderFields,
  folderCalls,
  maxFolders,
} from '../../documents/folder-contract.ts';
import {
  countFolders,
  findDeletedFolder,
  hasContents,
  listFolders,
  saveFolder,
  setFolderDeleted,
} from './folder-store.ts';
import { folderDeleted, record, unknownFolder, type Work } from './work.ts';

export function folderRoutes(api: Api): void {
  api.serve(folderCalls.list, async ({ db, caller }) =>
    ok({ items: await listFolders(db, caller) }),
  );

  api.serve(folderCalls.create, async ({ body, ...work }) => {
    const folders = await lockFolders(work);
    if ((await countFolders(work.tx, work.caller.chapterId)) >= maxFolders) {
      return refuse('invalid', 'too_many_folders', `There can be at most ${maxFolders} folders`);
    }
    return save(work, folders, undefined, body);
  });

  api.serve(folderCalls.update, async ({ params, body, ifMatch, ...work }) => {
    const folders = await lockFolders(work);
    const before = folders.find(({ id }) => id === params.folderId);
    if (!before) return notFound('Folder');
    return checkVersion(before, ifMatch, 'this folder') ?? save(work, folders, before, body);
  });

  api.serve(folderCalls.remove, async ({ params, ifMatch, ...work }) => {
    const folders = await lockFolders(work);
    const { tx, caller, now } = work;
    const before = folders.find(({ id }) => id === params.folderId);
    if (!before) return notFound('Folder');
    const stale = checkVersion(before, ifMatch, 'this folder');
    if (stale) return stale;
    if (await hasContents(tx, caller.chapterId, before.id)) return notEmpty;
    await setFolderDeleted(tx, caller.chapterId, before.id, now);
    await record(work, 'document-folder.delete', before, undefined);
    return ok(undefined);
  });

  api.serve(folderCalls.restore, async ({ params, ...work }) => {
    const folders = await lockFolders(work);
    const { tx, caller } = work;
    const deleted = await findDeletedFolder(tx, caller, params.folderId);
    if (!deleted) return notFound('Folder');
    const { parentId } = deleted;
    if (parentId !== null && !folders.some(({ id }) => id === parentId)) return folderDeleted;
    const restored = await setFolderDeleted(tx, caller.chapterId, deleted.id, null);
    if (!restored.ok) return restored;
    await record(work, 'document-folder.restore', undefined, deleted);
    return ok(deleted);
  });
}

const notEmpty = refuse(
  'conflict',
  'folder_not_empty',
  'Only an empty folder can be deleted. Move or delete what is in it first.',
);

/** Those the caller may see, which no one else changes until the commit. */
async function lockFolders({ tx, caller }: Work): Promise<Folder[]> {
  await lockUntilCommit(tx, 'change documents', caller.chapterId);
  return listFolders(tx, caller);
}

async function save(
  work: Work,
  folders: readonly Folder[],
  before: Folder | undefined,
  { name, parentId, audience }: FolderFields,
): Promise<Result<Folder>> {
  const { tx, caller, now, newId } = work;
  const parent = folders.find(({ id }) => id === parentId);
  if (parentId !== null && !parent) return unknownParent;
  const folder: Folder = {
    id: before?.id ?? newId<'folder'>(),
    parentId,
    name,
    audience: parent?.audience ?? audience ?? 'member',
    version: (before?.version ?? 0) + 1,
  };
  if (!roleSuffices(caller.role, folder.audience)) return hiddenFromYou;
  if (parent && isTooDeep(folders, parent, folder.id)) return tooDeep;
  const saved = await saveFolder(tx, caller.chapterId, folder, now);
  if (!saved.ok) return saved;
  const action = before ? 'document-folder.update' : 'document-folder.create';
  await record(work, action, before, folder);
  return ok(folder);
}

/** A member who sees a folder sees those in it. */
function isTooDeep(folders: readonly Folder[], parent: Folder, id: Id<'folder'>): boolean {
  return parent.parentId !== null || parent.id === id || folders.some((f) => f.parentId === id);
}

const unknownParent: Refused = {
  ...unknownFolder,
  refusal: { ...unknownFolder.refusal, field: 'parentId' },
};
const tooDeep = refuse(
  'invalid',
  'too_deep',
  'Folders are at most two deep: one with folders in it stays at the top',
  { field: 'parentId' },
);
const hiddenFromYou = refuse(
  'invalid',
  'hidden_from_you',
  'You would not see this folder yourself',
  { field: 'audience' },
);
