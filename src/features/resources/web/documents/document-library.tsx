import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import FolderPlus from 'lucide-react/icons/folder-plus';
import Upload from 'lucide-react/icons/upload';
import type { ComponentType } from 'react';
import { useMayCall } from '#web/api/use-may-call.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { OverlayHost, type ScreenOverlayProps } from '#web/screen/overlays.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { documentCalls } from '../../documents/document-contract.ts';
import type { Folder } from '../../documents/folder-contract.ts';
import { foldersQuery } from './document-queries.ts';
import { FolderContents } from './folder-contents.tsx';
import type { DocumentsSearch } from './search.ts';
import { useDocumentsAddress } from './use-documents-address.ts';

const UploadDialog = lazyNamed(() => import('./upload-dialog.tsx'), 'UploadDialog');
const DocumentDialog = lazyNamed(() => import('./document-dialog.tsx'), 'DocumentDialog');
const EditDocumentDialog = lazyNamed(
  () => import('./edit-document-dialog.tsx'),
  'EditDocumentDialog',
);
const FolderDialog = lazyNamed(() => import('./folder-dialog.tsx'), 'FolderDialog');

type Props = ScreenOverlayProps<DocumentsSearch> & { folders: Folder[] | undefined };

const details: Record<'document', ComponentType<Props>> = {
  document: ({ search, ...props }) =>
    search.document && <DocumentDialog {...props} documentId={search.document} />,
};

const dialogs: Record<NonNullable<DocumentsSearch['dialog']>, ComponentType<Props>> = {
  upload: ({ folders, ...props }) => folders && <UploadDialog {...props} folders={folders} />,
  edit: ({ folders, ...props }) => folders && <EditDocumentDialog {...props} folders={folders} />,
  'new-folder': ({ folders, ...props }) =>
    folders && <FolderDialog {...props} folders={folders} folderId={undefined} />,
  'edit-folder': ({ folders, ...props }) =>
    folders && (
      <FolderDialog {...props} folders={folders} folderId={props.search.subject as Folder['id']} />
    ),
};

/** The chapter's documents, which treasurers and admins keep and members read. */
export function DocumentLibrary() {
  const address = useDocumentsAddress();
  const { search } = address;
  const mayChange = useMayCall()(documentCalls.create);
  const folders = useQuery(foldersQuery);
  return (
    <>
      <PageHeader
        back={
          <LinkButton
            to="/resources"
            variant="ghost"
            size="sm"
            icon={<ArrowLeft aria-hidden="true" />}
            className="-ml-3"
          >
            Back to Resources
          </LinkButton>
        }
        title="Documents"
        subtitle="The chapter's handbooks, forms, and minutes"
        actions={
          mayChange && (
            <>
              <Button icon={<FolderPlus aria-hidden="true" />} onClick={address.addFolder}>
                New Folder
              </Button>
              <Button
                variant="primary"
                icon={<Upload aria-hidden="true" />}
                onClick={address.upload}
              >
                Upload
              </Button>
            </>
          )
        }
      />
      <QueryView
        query={folders}
        failure="Couldn't load the folders."
        card="Documents"
        loading={
          <Card label="Documents">
            <LoadingRows label="Loading documents..." rows={5} />
          </Card>
        }
      >
        {(items) => <FolderContents folders={items} address={address} mayChange={mayChange} />}
      </QueryView>
      <OverlayHost
        dialogs={[
          {
            overlays: details,
            openName: search.document && 'document',
            onClose: address.closeDialog,
          },
          {
            overlays: dialogs,
            openName: mayChange ? search.dialog : undefined,
            onClose: address.closeDialog,
          },
        ]}
        search={search}
        context={{ folders: folders.data }}
      />
    </>
  );
}
