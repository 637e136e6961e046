import type { DocumentsSearch } from './search.ts';

/** Checked by the screen, because the first page loads this file and no schemas for it. */
export const keepDocumentsSearch = (raw: Record<string, unknown>) => raw as DocumentsSearch;
