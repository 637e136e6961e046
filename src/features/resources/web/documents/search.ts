/** The search of the documents' address. */
import * as z from 'zod/mini';
import { type Id, id } from '#kit/id.ts';
import { documentSorts } from '../../documents/document-contract.ts';

const dialog = z.enum(['upload', 'edit', 'new-folder', 'edit-folder']);
const page = z.coerce.number().check(z.int(), z.minimum(2), z.maximum(1_000_000));
/** The router parses digits as a number. */
const searchText = z.pipe(
  z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
  z.string().check(z.minLength(1), z.maxLength(200)),
);
const sort = z.enum(documentSorts);
const direction = z.enum(['asc', 'desc']);

export type DocumentsSearch = {
  /** The open folder; omitted for the top. */
  folder?: Id<'folder'> | undefined;
  search?: string | undefined;
  sort?: z.output<typeof sort> | undefined;
  direction?: z.output<typeof direction> | undefined;
  /** From 2; omitted for the first page. */
  page?: number | undefined;
  /** The document that is shown: its link. */
  document?: Id<'document'> | undefined;
  dialog?: z.output<typeof dialog> | undefined;
  /** What the dialogs `edit` and `edit-folder` are about. */
  subject?: Id | undefined;
};

/** Parses an address and ignores invalid values. */
export function parseDocumentsSearch(raw: Record<string, unknown>): DocumentsSearch {
  return {
    folder: id<'folder'>().safeParse(raw['folder']).data,
    search: searchText.safeParse(raw['search']).data,
    sort: sort.safeParse(raw['sort']).data,
    direction: direction.safeParse(raw['direction']).data,
    page: page.safeParse(raw['page']).data,
    document: id<'document'>().safeParse(raw['document']).data,
    dialog: dialog.safeParse(raw['dialog']).data,
    subject: id().safeParse(raw['subject']).data,
  };
}
