import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import FileText from 'lucide-react/icons/file-text';
import { call } from '#web/api/call.ts';
import { createFinder, maxFound, type PaletteEntries } from '#web/palette.ts';
import { documentCalls } from '../documents/document-contract.ts';
import { documentsKey } from '../keys.ts';

/** Documents by their names and texts. */
const documentFinder = createFinder({
  title: 'Documents',
  place: 60,
  icon: FileText,
  reads: (search) => [foundDocumentsQuery(search)],
  list: (replies) =>
    replies
      .flatMap(({ items }) => items)
      .map(({ id, name, excerpt }) => ({
        id,
        label: name,
        detail: excerpt ?? undefined,
        link: { to: '/resources/documents', search: { document: id } },
      })),
});

function foundDocumentsQuery(search: string) {
  const query = { search, take: maxFound };
  return queryOptions({
    queryKey: [...documentsKey, 'found', query],
    queryFn: ({ signal }) => call(documentCalls.list, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export const palette: PaletteEntries = {
  place: 70,
  words: { Resources: 'documents links handbook', 'Upload Resource': 'add document file' },
  finders: [documentFinder],
};
