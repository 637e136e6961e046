import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { acceptedByPurpose } from '#features/files/web/shared/accepted-kinds.ts';
import { FilePicker } from '#features/files/web/shared/file-picker.tsx';
import { UploadList } from '#features/files/web/shared/upload-list.tsx';
import { useUploads } from '#features/files/web/shared/use-uploads.ts';
import { plural } from '#kit/counts.ts';
import { isId } from '#kit/id.ts';
import type { ScreenOverlayProps } from '#web/screen/overlays.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { audienceNames, listFolderChoices } from '../../documents/document-words.ts';
import type { Folder } from '../../documents/folder-contract.ts';
import { deliverDocument } from './deliver-document.ts';
import { refreshDocuments } from './document-queries.ts';
import type { DocumentsSearch } from './search.ts';

const top = 'top';

/** Uploads documents into a folder: each is in the list as soon as it has arrived. */
export function UploadDialog({
  folders,
  search,
  open,
  onClose,
}: ScreenOverlayProps<DocumentsSearch> & { folders: readonly Folder[] }) {
  const client = useQueryClient();
  const opened = folders.find(({ id }) => id === search.folder)?.id;
  const [place, setPlace] = useState<string>(opened ?? top);
  const folderId = useRef<Folder['id'] | null>(opened ?? null);
  const [arrived, setArrived] = useState(0);
  const { uploads, list } = useUploads({
    deliver: async (file, progress) => {
      await deliverDocument(file, progress, folderId.current);
      setArrived((count) => count + 1);
      await refreshDocuments(client);
    },
    forgetsArrived: true,
  });
  const audience = folders.find(({ id }) => id === place)?.audience ?? 'member';
  const isDone = arrived > 0 && list.length === 0;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Upload Documents"
      description="PDF, pictures, Word, Excel, PowerPoint, OpenDocument, and text, up to 25 MB each"
      // Closing cancels what has not arrived.
      isChanged={list.length > 0}
      footer={
        isDone ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <DialogClose>Close</DialogClose>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <Select
          label="Folder"
          options={[{ value: top, label: 'All Documents' }, ...listFolderChoices(folders)]}
          value={place}
          onValueChange={(value: string) => {
            setPlace(value);
            folderId.current = isId<'folder'>(value) ? value : null;
          }}
          help={`Seen by: ${audienceNames[audience]}`}
        />
        <FilePicker label="Choose Files" accept={acceptedByPurpose.document} onFiles={uploads.add}>
          <UploadList list={list} uploads={uploads} />
          <p role="status" className="text-second">
            {arrived > 0 && `${plural(arrived, 'document')} uploaded`}
          </p>
        </FilePicker>
      </div>
    </Dialog>
  );
}
