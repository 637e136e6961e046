/** The chapter's documents: files with a name, in folders, with their earlier versions. */
import * as z from 'zod/mini';
import { attachedFile } from '#features/files/contract.ts';
import { maxNameLength } from '#features/files/file.ts';
import { instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { lineRules } from '#kit/line.ts';
import { paged, pageQuery, sortQuery } from '#kit/page.ts';
import { requiredText, text } from '#kit/text.ts';

/** Of one chapter. */
export const maxDocuments = 5_000;
/** Of one document, with the newest one. */
export const maxVersions = 50;
export const documentsPerPage = 50;

export const document = z.object({
  id: id<'document'>(),
  name: z.string(),
  /** Null at the top, where every member sees it. */
  folderId: z.nullable(id<'folder'>()),
  mediaType: z.string(),
  bytes: z.int(),
  /** Who added the newest version, and when. */
  addedBy: z.object({ id: id<'member'>(), name: z.string() }),
  addedAt: instant,
  version: z.int(),
});
export type Document = z.output<typeof document>;

/** How far its text is known, by which it is found besides its name. */
const textStates = [
  'reading',
  'whole',
  'beginning',
  'partly',
  'none',
  'locked',
  'unreadable',
] as const;
export type TextState = (typeof textStates)[number];
export const textMediaTypes: readonly string[] = [
  'application/pdf',
  'text/plain',
  'text/calendar',
  'text/vcard',
  'message/rfc822',
  'application/rtf',
];

/** A document in a list. */
const listedDocument = z.extend(document, {
  /** Where the words of a search are in its text; null without, and if they are only in its name. */
  excerpt: z.nullable(z.string()),
});
export type ListedDocument = z.output<typeof listedDocument>;

const documentDetail = z.extend(document, {
  /** Null for kinds whose text is not read. */
  text: z.nullable(z.enum(textStates)),
  /** The files it had, the newest one first. */
  files: z.array(attachedFile),
});
export type DocumentDetail = z.output<typeof documentDetail>;

export const documentFields = z.strictObject({
  /** The extension stays that of its kind. */
  name: requiredText(maxNameLength, 'Enter a name').check(...lineRules),
  folderId: z.nullable(id<'folder'>()),
});
export type DocumentFields = z.output<typeof documentFields>;

export const documentSorts = ['name', 'date', 'size'] as const;
export type DocumentSort = (typeof documentSorts)[number];

const tag = 'Resources';
const path = '/documents/{documentId}';
const params = z.strictObject({ documentId: id<'document'>() });
const fileParams = z.extend(params, { fileId: id<'file'>() });
const version = (reply: Document) => reply.version;
const content = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'Bytes');
const reading = {
  method: 'GET',
  tag,
  policy: 'member',
  // A link cannot send a token.
  credential: 'cookie-or-bearer',
  reply: content,
  replyType: '*/*',
} as const;

export const documentCalls = {
  list: endpoint({
    method: 'GET',
    path: '/documents',
    tag,
    summary: 'List the documents that you may see, in all folders or in one',
    policy: 'member',
    query: z.strictObject({
      /** `top` for those in no folder. */
      folderId: z.optional(z.union([z.literal('top'), id<'folder'>()])),
      /** Part of the name, or words of the text of a PDF or text file, whatever their case and accents. */
      search: z.optional(text(200)),
      ...sortQuery(documentSorts),
      ...pageQuery(documentsPerPage),
    }),
    reply: paged(listedDocument),
  }),
  detail: endpoint({
    method: 'GET',
    path,
    tag,
    summary: 'Read a document with its earlier versions',
    policy: 'member',
    params,
    reply: documentDetail,
    version,
  }),
  read: endpoint({
    ...reading,
    path: `${path}/content`,
    summary: 'The content of a document, whole or in ranges',
    params,
  }),
  readVersion: endpoint({
    ...reading,
    path: `${path}/versions/{fileId}`,
    summary: 'The content of any version of a document, whole or in ranges',
    params: fileParams,
  }),
  /** 422 `unknown_file`, `unknown_folder`, `too_many_documents`. The same file again is the same document, moved. */
  create: endpoint({
    method: 'POST',
    path: '/documents',
    tag,
    summary: 'Add your finished upload to the documents, under its name',
    policy: 'treasurer',
    body: z.strictObject({ fileId: id<'file'>(), folderId: z.nullable(id<'folder'>()) }),
    reply: document,
    version,
  }),
  /** 422 `unknown_folder`. */
  update: endpoint({
    method: 'PUT',
    path,
    tag,
    summary: 'Rename a document, or move it to another folder',
    policy: 'treasurer',
    params,
    body: documentFields,
    reply: document,
    version,
  }),
  /** 409 `too_many_files`, `replaced_since` for an earlier version's file; 422 `unknown_file`. */
  replace: endpoint({
    method: 'POST',
    path: `${path}/versions`,
    tag,
    summary: 'Replace the content of a document by your finished upload; earlier versions stay',
    policy: 'treasurer',
    params,
    body: z.strictObject({ fileId: id<'file'>() }),
    reply: document,
    version,
  }),
  remove: endpoint({
    method: 'DELETE',
    path,
    tag,
    summary: 'Delete a document with all its versions; it can be brought back within a day',
    policy: 'treasurer',
    params,
  }),
  /** 404 after a day; 409 `folder_deleted`. */
  restore: endpoint({
    method: 'POST',
    path: `${path}/restore`,
    tag,
    summary: 'Bring back a document that was deleted within a day',
    policy: 'treasurer',
    params,
    reply: document,
    status: 200,
    version,
  }),
};
