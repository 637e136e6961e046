import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { documentCalls } from '../../documents/document-contract.ts';
import { documentsKey } from '../../keys.ts';

/** The document added last that the member may see; null if there is none. */
export const newestDocumentQuery = queryOptions({
  queryKey: [...documentsKey, 'newest'],
  queryFn: async ({ signal }) => {
    const query = { sort: 'date', direction: 'desc', take: 1 } as const;
    return (await call(documentCalls.list, { query, signal })).items[0] ?? null;
  },
});
