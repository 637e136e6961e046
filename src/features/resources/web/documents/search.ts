/** The search of the documents' address. */
import * as z from 'zod/mini';
import { id } from '#kit/id.ts';
import {
  directionParam,
  pageParam,
  parseSearch,
  type SearchOf,
  textParam,
} from '#web/screen/search-params.ts';
import { documentSorts } from '../../documents/document-contract.ts';

const params = {
  /** The open folder; omitted for the top. */
  folder: id<'folder'>(),
  search: textParam(200),
  sort: z.enum(documentSorts),
  direction: directionParam,
  page: pageParam,
  /** The document that is shown: its link. */
  document: id<'document'>(),
  dialog: z.enum(['upload', 'edit', 'new-folder', 'edit-folder']),
  /** What the dialogs `edit` and `edit-folder` are about. */
  subject: id(),
};

export type DocumentsSearch = SearchOf<typeof params>;
export const parseDocumentsSearch = (raw: Record<string, unknown>) => parseSearch(params, raw);
