import { useQuery, useQueryClient } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import FileText from 'lucide-react/icons/file-text';
import FolderOpen from 'lucide-react/icons/folder-open';
import { Fragment } from 'react';
import { useTypedSearch } from '#web/screen/use-typed-search.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { countShown, ListView } from '#web/ui/list-view.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import type { DocumentSort } from '../../documents/document-contract.ts';
import { listPath } from '../../documents/document-words.ts';
import type { Folder } from '../../documents/folder-contract.ts';
import { documentListQuery } from './document-queries.ts';
import { DocumentRows } from './document-rows.tsx';
import { FolderRows } from './folder-rows.tsx';
import type { DocumentsAddress } from './use-documents-address.ts';

type Props = {
  folders: readonly Folder[];
  address: DocumentsAddress;
  mayChange: boolean;
};

/** The open folder: its folders and documents, or what a search finds in all of them. */
export function FolderContents({ folders, address, mayChange }: Props) {
  const { folder: folderId, search } = address.search;
  const path = listPath(folders, folderId ?? null);
  const folder = path.at(-1);
  if (folderId !== undefined && !folder && search === undefined) {
    return (
      <Card label="Documents">
        <EmptyState
          title="Folder not found"
          icon={<FolderOpen />}
          action={
            <LinkButton to="/resources/documents" search={{}}>
              All Documents
            </LinkButton>
          }
        >
          It was deleted, or only others see it.
        </EmptyState>
      </Card>
    );
  }
  const inner = folders.filter(({ parentId }) => parentId === (folder?.id ?? null));
  const shown = search === undefined ? inner : [];
  return (
    <Card
      title={search === undefined ? <Path path={path} /> : 'Found Documents'}
      isFlush
      actions={<SortSelect address={address} />}
    >
      <Search address={address} />
      <FolderRows folders={shown} address={address} mayChange={mayChange} />
      <Documents
        folder={folder}
        folders={folders}
        hasFolders={shown.length > 0}
        address={address}
        mayChange={mayChange}
      />
    </Card>
  );
}

function Path({ path }: { path: readonly Folder[] }) {
  const open = path.at(-1);
  if (!open) return 'All Documents';
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
      <TextLink to="/resources/documents" search={{}}>
        All Documents
      </TextLink>
      {path.map(({ id, name }) => (
        <Fragment key={id}>
          <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-third" />
          {id === open.id ? (
            <span className="wrap-anywhere">{name}</span>
          ) : (
            <TextLink to="/resources/documents" search={{ folder: id }} className="wrap-anywhere">
              {name}
            </TextLink>
          )}
        </Fragment>
      ))}
    </span>
  );
}

function Search({ address }: { address: DocumentsAddress }) {
  const [typed, setTyped] = useTypedSearch(address.search.search ?? '', address.searchFor);
  return (
    <div className="flex border-b border-line px-4 pb-4 sm:px-5">
      <SearchField
        value={typed}
        onValueChange={setTyped}
        placeholder="Search documents..."
        className="min-w-0 flex-1 sm:max-w-80"
      />
    </div>
  );
}

const orders: Record<`${DocumentSort} ${'asc' | 'desc'}`, string> = {
  'name asc': 'Name, A to Z',
  'name desc': 'Name, Z to A',
  'date desc': 'Newest first',
  'date asc': 'Oldest first',
  'size desc': 'Largest first',
  'size asc': 'Smallest first',
};

function getOrder({ sort = 'name', direction = 'asc' }: DocumentsAddress['search']) {
  return { sort, direction };
}

function SortSelect({ address }: { address: DocumentsAddress }) {
  const { sort, direction } = getOrder(address.search);
  return (
    <Select
      label="Sort by"
      isLabelHidden
      look="toolbar"
      options={(Object.keys(orders) as (keyof typeof orders)[]).map((value) => ({
        value,
        label: orders[value],
      }))}
      value={`${sort} ${direction}`}
      onValueChange={(value) => {
        const [by, way] = value.split(' ') as [DocumentSort, 'asc' | 'desc'];
        address.sortBy(by, way);
      }}
    />
  );
}

function Documents({
  folder,
  folders,
  hasFolders,
  address,
  mayChange,
}: Props & { folder: Folder | undefined; hasFolders: boolean }) {
  const client = useQueryClient();
  const { page = 1, search } = address.search;
  const listed = {
    folderId: search === undefined ? (folder?.id ?? ('top' as const)) : undefined,
    search,
    ...getOrder(address.search),
  };
  const list = useQuery(documentListQuery({ page, ...listed }));
  return (
    <ListView
      query={list}
      page={page}
      getPage={(data) => data}
      loading={<LoadingRows label="Loading documents..." rows={5} />}
      failure="Couldn't load the documents."
      empty={
        <NoDocuments
          isSearch={search !== undefined}
          hasFolders={hasFolders}
          address={address}
          mayChange={mayChange}
        />
      }
      onPageChange={address.changePage}
      onPageIntent={(next) =>
        void client.prefetchQuery(documentListQuery({ page: next, ...listed }))
      }
      label="Pages of documents"
      summary={countShown('document')}
      hasSummaryAlways
    >
      {({ items }) => (
        <DocumentRows
          documents={items}
          folders={search === undefined ? undefined : folders}
          address={address}
          mayChange={mayChange}
        />
      )}
    </ListView>
  );
}

function NoDocuments({
  isSearch,
  hasFolders,
  address,
  mayChange,
}: Omit<Props, 'folders'> & { isSearch: boolean; hasFolders: boolean }) {
  if (isSearch) {
    return (
      <EmptyState
        title="No documents found"
        icon={<FileText />}
        action={<Button onClick={() => address.searchFor('')}>Show All Documents</Button>}
      >
        No name and no text contains this.
      </EmptyState>
    );
  }
  if (hasFolders) return <p className="px-4 py-3 text-third sm:px-5">No documents beside them</p>;
  return (
    <EmptyState
      title="No documents yet"
      icon={<FileText />}
      action={mayChange && <Button onClick={address.upload}>Upload Documents</Button>}
    >
      {mayChange
        ? 'Upload the handbooks, forms, and minutes that members look for.'
        : 'Treasurers and admins can add some.'}
    </EmptyState>
  );
}
