import type { Id } from '#kit/id.ts';
import { useScreenState } from '#web/screen/screen-state.ts';
import type { DocumentSort } from '../../documents/document-contract.ts';
import { type DocumentsSearch, parseDocumentsSearch } from './search.ts';

const noDialog: DocumentsSearch = { document: undefined, dialog: undefined, subject: undefined };

export type DocumentsAddress = ReturnType<typeof useDocumentsAddress>;

/** The address of the documents and the functions that change it. */
export function useDocumentsAddress() {
  const state = useScreenState<DocumentsSearch>({
    from: '/resources/documents',
    read: parseDocumentsSearch,
    closed: noDialog,
  });
  return {
    search: parseDocumentsSearch(state.search),
    searchFor: (text: string) => state.showList({ search: text || undefined }, { replace: true }),
    sortBy: (sort: DocumentSort, direction: 'asc' | 'desc') => state.showList({ sort, direction }),
    changePage: state.changePage,
    view: (document: Id<'document'>) => void state.open({ document }),
    upload: () => void state.open({ dialog: 'upload' }),
    edit: (subject: Id<'document'>) => void state.open({ dialog: 'edit', subject }),
    addFolder: () => void state.open({ dialog: 'new-folder' }),
    editFolder: (subject: Id<'folder'>) => void state.open({ dialog: 'edit-folder', subject }),
    closeDialog: state.closeDialog,
  };
}

/** The address of a document, to be pasted anywhere: it asks for signing in. */
export function getDocumentLink(documentId: Id<'document'>): string {
  return `${location.origin}/resources/documents?document=${documentId}`;
}
