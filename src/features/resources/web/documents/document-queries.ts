import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { buildUrl } from '#web/api/api-base.ts';
import { call } from '#web/api/call.ts';
import { callQuery } from '#web/api/call-query.ts';
import { useWrite } from '#web/api/use-write.ts';
import {
  type Document,
  type DocumentFields,
  type DocumentSort,
  documentCalls,
  documentsPerPage,
} from '../../documents/document-contract.ts';
import { type Folder, type FolderFields, folderCalls } from '../../documents/folder-contract.ts';
import { documentsKey } from '../../keys.ts';

export const foldersQuery = queryOptions({
  queryKey: [...documentsKey, 'folders'],
  queryFn: async ({ signal }) => (await call(folderCalls.list, { signal })).items,
});

export type DocumentList = {
  readonly page: number;
  readonly folderId: Id<'folder'> | 'top' | undefined;
  readonly search: string | undefined;
  readonly sort: DocumentSort;
  readonly direction: 'asc' | 'desc';
};

export function documentListQuery({ page, ...list }: DocumentList) {
  const query = { skip: (page - 1) * documentsPerPage, take: documentsPerPage, ...list };
  return queryOptions({
    queryKey: [...documentsKey, 'list', query],
    queryFn: ({ signal }) => call(documentCalls.list, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function documentQuery(documentId: Id<'document'>) {
  return callQuery([...documentsKey, 'detail', documentId], documentCalls.detail, {
    params: { documentId },
  });
}

/** The content of a document, or of one of its versions. */
export function getContentAddress(documentId: Id<'document'>, fileId?: Id<'file'>): string {
  return fileId === undefined
    ? buildUrl(documentCalls.read, { params: { documentId } })
    : buildUrl(documentCalls.readVersion, { params: { documentId, fileId } });
}

export function refreshDocuments(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: documentsKey });
}

export const useUpdateDocument = () =>
  useWrite(
    documentsKey,
    ({ document: { id, version }, body }: { document: Document; body: DocumentFields }) =>
      call(documentCalls.update, { params: { documentId: id }, body, ifMatch: version }),
  );

export const useSaveFolder = () =>
  useWrite(
    documentsKey,
    ({
      folder,
      body,
      idempotencyKey,
    }: {
      /** The one to replace; undefined for a new one. */
      folder: Pick<Folder, 'id' | 'version'> | undefined;
      body: FolderFields;
      idempotencyKey: string;
    }) =>
      folder
        ? call(folderCalls.update, {
            params: { folderId: folder.id },
            body,
            ifMatch: folder.version,
          })
        : call(folderCalls.create, { body, idempotencyKey }),
  );
