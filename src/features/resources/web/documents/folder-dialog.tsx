import { useState } from 'react';
import { isId } from '#kit/id.ts';
import type { Role } from '#kit/role.ts';
import { getRefusal } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import { type ScreenOverlayProps, useCloseWhenMissing } from '#web/screen/overlays.tsx';
import { SaveFooter } from '#web/screen/record/save-footer.tsx';
import { useRecordInput, useSeen } from '#web/screen/record/use-seen.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { audienceNames } from '../../documents/document-words.ts';
import {
  type Folder,
  type FolderFields,
  folderFields,
  maxFolderNameLength,
} from '../../documents/folder-contract.ts';
import { listAudiences } from '../../documents/visible-folders.ts';
import { useSaveFolder } from './document-queries.ts';
import type { DocumentsSearch } from './search.ts';

const top = 'top';

/** Creates a folder, or changes its name, its place and who sees it. */
export function FolderDialog({
  folders,
  folderId,
  search,
  open,
  onClose,
}: ScreenOverlayProps<DocumentsSearch> & {
  folders: readonly Folder[];
  folderId: Folder['id'] | undefined;
}) {
  const current = folders.find(({ id }) => id === folderId);
  useCloseWhenMissing(folderId !== undefined && !current, { open, onClose });
  // Deleting it must not turn the form into one of a new folder.
  const [opened] = useState(current);
  const [inFolder] = useState(() => findTop(folders, search));
  const change = useSaveFolder();
  const { seen, onTyped } = useSeen(current ?? opened ?? newFolder(inFolder), change.error);
  const input = useRecordInput<{ name: string; place: string; audience: Role }>({
    name: seen.name,
    place: seen.parentId ?? top,
    audience: seen.audience,
  });
  const { name, place, audience } = input.typed;
  const type = (changed: Partial<typeof input.typed>) => {
    onTyped();
    input.change(changed);
  };
  const [failed, setFailed] = useState<{ field: string; message: string }>();
  const { role } = useSession().me;
  const idempotency = useIdempotencyKey();
  const parent = folders.find(({ id }) => id === place);
  const save = useSubmitOnce(
    async (body: FolderFields) => {
      const folder = opened && { id: opened.id, version: seen.version };
      const idempotencyKey = idempotency.keyFor(body);
      const saved = await change.mutateAsync({ folder, body, idempotencyKey });
      toast.success(`${saved.name} saved`);
      onClose();
    },
    (error) => {
      const { field, message } = getRefusal(error) ?? {};
      if (field !== undefined && message !== undefined) setFailed({ field, message });
    },
  );
  const errorOf = (field: string) => (failed?.field === field ? failed.message : undefined);
  const isField = ['name', 'parentId', 'audience'].includes(failed?.field ?? '');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={opened ? 'Edit Folder' : 'New Folder'}
      isBusy={change.isPending}
      isChanged={input.isChanged}
      onSubmit={(event) => {
        event.preventDefault();
        setFailed(undefined);
        const parentId = isId<'folder'>(place) ? place : null;
        const fields = { name, parentId, audience: parentId === null ? audience : null };
        const read = folderFields.safeParse(fields);
        if (read.success) return save(read.data);
        const message = read.error.issues[0]?.message ?? 'Invalid value';
        return setFailed({ field: 'name', message });
      }}
      footer={
        <SaveFooter
          what="folder"
          label="Save Folder"
          save={change}
          error={isField ? null : change.error}
        />
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label="Name"
          required
          value={name}
          maxLength={maxFolderNameLength}
          placeholder="Minutes"
          autoComplete="off"
          error={errorOf('name')}
          onChange={(event) => type({ name: event.target.value })}
        />
        <Select
          label="In"
          options={[
            { value: top, label: 'All Documents' },
            ...folders
              .filter(({ id, parentId }) => parentId === null && id !== opened?.id)
              .map(({ id, name: label }) => ({ value: id, label })),
          ]}
          value={place}
          error={errorOf('parentId')}
          onValueChange={(value: string) => type({ place: value })}
        />
        <Select
          label="Seen By"
          options={listAudiences(role).map((value) => ({ value, label: audienceNames[value] }))}
          value={parent?.audience ?? audience}
          disabled={parent !== undefined}
          help={parent && `As ${parent.name} is`}
          error={errorOf('audience')}
          onValueChange={(value) => type({ audience: value })}
        />
      </div>
    </Dialog>
  );
}

const newFolder = (parentId: Folder['id'] | null) =>
  ({ name: '', parentId, audience: 'member', version: 0 }) as const;

/** A new folder is in the open one, if that is at the top. */
function findTop(folders: readonly Folder[], { folder }: DocumentsSearch): Folder['id'] | null {
  const open = folders.find(({ id }) => id === folder);
  return open?.parentId === null ? open.id : (open?.parentId ?? null);
}
