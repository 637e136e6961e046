import { useQuery, useQueryClient } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import type { AttachedFile } from '#features/files/contract.ts';
import { acceptedByPurpose } from '#features/files/web/shared/accepted-kinds.ts';
import { FilePicker } from '#features/files/web/shared/file-picker.tsx';
import { FileRow } from '#features/files/web/shared/file-row.tsx';
import { UploadList } from '#features/files/web/shared/upload-list.tsx';
import { useUploads } from '#features/files/web/shared/use-uploads.ts';
import type { Id } from '#kit/id.ts';
import { useSession } from '#web/api/session.ts';
import { useMayCall } from '#web/api/use-may-call.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { buttonClass } from '#web/ui/actions/button-class.ts';
import { CopyButton } from '#web/ui/actions/copy-button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Detail, DetailList } from '#web/ui/detail-list.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { type DocumentDetail, documentCalls } from '../../documents/document-contract.ts';
import { describeKind, formatSize, listPath, searchWords } from '../../documents/document-words.ts';
import type { Folder } from '../../documents/folder-contract.ts';
import { deliverVersion } from './deliver-document.ts';
import { documentQuery, getContentAddress, refreshDocuments } from './document-queries.ts';
import { getDocumentLink } from './use-documents-address.ts';

/** A document: what it is, its link, and its versions. Its address is opened from anywhere. */
export function DocumentDialog({
  documentId,
  folders,
  open,
  onClose,
}: OverlayProps & { documentId: Id<'document'>; folders: readonly Folder[] | undefined }) {
  const client = useQueryClient();
  const mayReplace = useMayCall()(documentCalls.replace);
  const document = useQuery({ ...documentQuery(documentId), enabled: open });
  const { uploads, list } = useUploads({
    deliver: async (file, progress) => {
      await deliverVersion(file, progress, documentId);
      await refreshDocuments(client);
    },
    forgetsArrived: true,
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={document.data?.name ?? 'Document'}
      size="lg"
      isChanged={list.length > 0}
      footer={
        <>
          <DialogClose>Close</DialogClose>
          {document.data && (
            <a
              href={getContentAddress(documentId)}
              download={document.data.name}
              className={buttonClass({ variant: 'primary' })}
            >
              <Download aria-hidden="true" />
              Download
            </a>
          )}
        </>
      }
    >
      <QueryView
        query={document}
        failure="Couldn't load the document."
        notFound={
          <EmptyState title="Document not found">It was deleted, or only others see it.</EmptyState>
        }
        loading={<LoadingRows label="Loading the document..." rows={3} />}
      >
        {(data) => (
          <div className="flex flex-col gap-5">
            <Details document={data} folders={folders ?? []} />
            <Versions document={data} />
            {mayReplace && (
              <FilePicker
                label="Upload New Version"
                accept={acceptedByPurpose.document}
                isSingle
                onFiles={uploads.add}
              >
                <UploadList list={list} uploads={uploads} />
              </FilePicker>
            )}
          </div>
        )}
      </QueryView>
    </Dialog>
  );
}

function Details({
  document: { id, name, mediaType, bytes, folderId, addedBy, addedAt, text },
  folders,
}: {
  document: DocumentDetail;
  folders: readonly Folder[];
}) {
  const { timeZone } = useSession().chapter;
  const found = text && searchWords[text];
  const path = ['All Documents', ...listPath(folders, folderId).map((folder) => folder.name)];
  return (
    <>
      {mediaType.startsWith('image/') && (
        <img
          src={getContentAddress(id)}
          alt={name}
          className="mx-auto h-auto max-h-[40dvh] w-auto max-w-full"
        />
      )}
      <DetailList>
        <Detail name="Type">
          {describeKind(mediaType)}, {formatSize(bytes)}
        </Detail>
        <Detail name="Folder">{path.join(' / ')}</Detail>
        <Detail name="Added By">{addedBy.name}</Detail>
        <Detail name="Added">
          <DateText at={addedAt} zone={timeZone} format="dateTime" />
        </Detail>
        {found && <Detail name="Found By">{found}</Detail>}
        <Detail name="Link" isCode>
          <span className="min-w-0 truncate">{getDocumentLink(id)}</span>
          <CopyButton value={getDocumentLink(id)} label="Link" />
        </Detail>
      </DetailList>
    </>
  );
}

function Versions({ document: { id, files } }: { document: DocumentDetail }) {
  if (files.length < 2) return null;
  return (
    <section aria-label="Versions">
      <h3 className="mb-1 font-medium">Versions</h3>
      <ul className="flex flex-col gap-1">
        {files.map((file, place) => (
          <Version key={file.id} documentId={id} file={file} isNewest={place === 0} />
        ))}
      </ul>
    </section>
  );
}

function Version({
  documentId,
  file: { id, name, bytes, by, at },
  isNewest,
}: {
  documentId: Id<'document'>;
  file: AttachedFile;
  isNewest: boolean;
}) {
  const { timeZone } = useSession().chapter;
  return (
    <FileRow preview={undefined}>
      <a
        href={getContentAddress(documentId, id)}
        download={name}
        className="touch-target relative block max-w-full truncate text-primary-ink underline-offset-3 hover:underline"
      >
        {name}
      </a>
      <p className="truncate text-xs text-third">
        {isNewest && 'Newest, '}
        {formatSize(bytes)}, {by.name}, <DateText at={at} zone={timeZone} format="dateTime" />
      </p>
    </FileRow>
  );
}
