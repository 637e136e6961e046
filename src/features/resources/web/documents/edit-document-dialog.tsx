import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { maxNameLength } from '#features/files/file.ts';
import { isId } from '#kit/id.ts';
import { getRefusal } from '#web/api/call-error.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { type ScreenOverlayProps, useCloseWhenMissing } from '#web/screen/overlays.tsx';
import { SaveFooter } from '#web/screen/record/save-footer.tsx';
import { useRecordInput, useSeen } from '#web/screen/record/use-seen.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { QueryFailure } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { type DocumentDetail, documentFields } from '../../documents/document-contract.ts';
import { audienceNames, listFolderChoices } from '../../documents/document-words.ts';
import type { Folder } from '../../documents/folder-contract.ts';
import { documentQuery, useUpdateDocument } from './document-queries.ts';
import type { DocumentsSearch } from './search.ts';

const title = 'Rename or Move';

/** Renames a document, or moves it to another folder. */
export function EditDocumentDialog({
  search,
  folders,
  ...dialog
}: ScreenOverlayProps<DocumentsSearch> & { folders: readonly Folder[] }) {
  const documentId = search.subject as DocumentDetail['id'] | undefined;
  useCloseWhenMissing(documentId === undefined, dialog);
  return documentId && <KnownDocument {...dialog} documentId={documentId} folders={folders} />;
}

function KnownDocument({
  documentId,
  folders,
  ...dialog
}: OverlayProps & { documentId: DocumentDetail['id']; folders: readonly Folder[] }) {
  const document = useQuery({ ...documentQuery(documentId), enabled: dialog.open });
  if (document.data) {
    return <EditForm {...dialog} document={document.data} folders={folders} />;
  }
  return (
    <Dialog {...dialog} title={title}>
      {document.error ? (
        <QueryFailure title="Couldn't load the document." query={document} />
      ) : (
        <LoadingRows label="Loading the document..." rows={2} />
      )}
    </Dialog>
  );
}

const top = 'top';

function EditForm({
  document,
  folders,
  open,
  onClose,
}: OverlayProps & { document: DocumentDetail; folders: readonly Folder[] }) {
  const [nameError, setNameError] = useState<string>();
  const update = useUpdateDocument();
  const { seen, onTyped } = useSeen(document, update.error);
  const input = useRecordInput<{ name: string; place: string }>({
    name: seen.name,
    place: seen.folderId ?? top,
  });
  const { name, place } = input.typed;
  const change = (changed: Partial<typeof input.typed>) => {
    onTyped();
    input.change(changed);
  };
  const audience = folders.find(({ id }) => id === place)?.audience ?? 'member';
  const save = useSubmitOnce(
    async (body: { name: string; folderId: Folder['id'] | null }) => {
      const saved = await update.mutateAsync({ document: seen, body });
      toast.success(`${saved.name} saved`);
      onClose();
    },
    (error) => {
      const refusal = getRefusal(error);
      if (refusal?.field === 'name') setNameError(refusal.message);
    },
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      isBusy={update.isPending}
      isChanged={input.isChanged}
      onSubmit={(event) => {
        event.preventDefault();
        const read = documentFields.shape.name.safeParse(name);
        if (read.success) save({ name: read.data, folderId: isId<'folder'>(place) ? place : null });
        else setNameError(read.error.issues[0]?.message ?? 'Invalid value');
      }}
      footer={<SaveFooter what="document" label="Save" save={update} />}
    >
      <div className="flex flex-col gap-4">
        <TextField
          label="Name"
          required
          value={name}
          maxLength={maxNameLength}
          autoComplete="off"
          error={nameError}
          help="The extension always matches the file type."
          onChange={(event) => {
            setNameError(undefined);
            change({ name: event.target.value });
          }}
        />
        <Select
          label="Folder"
          options={[{ value: top, label: 'All Documents' }, ...listFolderChoices(folders)]}
          value={place}
          onValueChange={(value: string) => change({ place: value })}
          help={`Seen by: ${audienceNames[audience]}`}
        />
      </div>
    </Dialog>
  );
}
