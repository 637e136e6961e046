/** Folders of the chapter's documents, two deep. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { lineRules } from '#kit/line.ts';
import { roles } from '#kit/role.ts';
import { requiredText } from '#kit/text.ts';

export const maxFolderNameLength = 100;
export const maxFolders = 100;

/** The least role that sees what is in a folder. */
const audience = z.enum(roles);

export const folder = z.object({
  id: id<'folder'>(),
  /** The folder it is in; null at the top. */
  parentId: z.nullable(id<'folder'>()),
  name: z.string(),
  /** Of a folder in another one: that one's. */
  audience,
  version: z.int(),
});
export type Folder = z.output<typeof folder>;

export const folderFields = z
  .strictObject({
    name: requiredText(maxFolderNameLength, 'Enter a name').check(...lineRules),
    parentId: z.nullable(id<'folder'>()),
    /** Null exactly if it is in another folder, which decides. */
    audience: z.nullable(audience),
  })
  .check(
    z.refine((fields) => (fields.parentId === null) === (fields.audience !== null), {
      error: 'A folder in another one is seen by everyone who sees that one',
      path: ['audience'],
    }),
  );
export type FolderFields = z.output<typeof folderFields>;

const tag = 'Resources';
const path = '/document-folders/{folderId}';
const params = z.strictObject({ folderId: id<'folder'>() });
const version = (reply: Folder) => reply.version;

export const folderCalls = {
  list: endpoint({
    method: 'GET',
    path: '/document-folders',
    tag,
    summary: 'List the folders of documents that you may see, by name',
    policy: 'member',
    reply: z.object({ items: z.array(folder) }),
  }),
  /**
   * 409 `name_taken`, whatever its case; 422 `too_many_folders`, `too_deep`, `hidden_from_you`,
   * `unknown_folder`.
   */
  create: endpoint({
    method: 'POST',
    path: '/document-folders',
    tag,
    summary: 'Create a folder of documents',
    policy: 'treasurer',
    body: folderFields,
    reply: folder,
    version,
  }),
  /** As `create`. */
  update: endpoint({
    method: 'PUT',
    path,
    tag,
    summary: 'Rename a folder, move it, or change who sees it',
    policy: 'treasurer',
    params,
    body: folderFields,
    reply: folder,
    version,
  }),
  /** 409 `folder_not_empty`. */
  remove: endpoint({
    method: 'DELETE',
    path,
    tag,
    summary: 'Delete an empty folder',
    policy: 'treasurer',
    params,
  }),
  /** 409 `name_taken`, `folder_deleted`. */
  restore: endpoint({
    method: 'POST',
    path: `${path}/restore`,
    tag,
    summary: 'Bring back a deleted folder',
    policy: 'treasurer',
    params,
    reply: folder,
    status: 200,
    version,
  }),
};
