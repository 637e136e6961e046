import Plus from 'lucide-react/icons/plus';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { SaveFooter } from '#web/screen/record/save-footer.tsx';
import { useRows } from '#web/screen/record/use-rows.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { maxResources, type ResourceEntry, type ResourceList, resourceEntry } from '../contract.ts';
import { useChangeResources } from './queries.ts';
import { createDraft, type Draft, type FieldError, toDrafts, toEntry } from './resource-draft.ts';
import { ResourceFields } from './resource-fields.tsx';

/** Edits the list of resources; nothing changes until it is saved. */
export function EditResourcesDialog({
  list,
  open,
  onClose,
}: OverlayProps & {
  list: ResourceList;
}) {
  const {
    list: seen,
    rows: drafts,
    setRows: setDrafts,
    isChanged,
    takeNewer,
  } = useRows(list, toDrafts);
  const change = useChangeResources(takeNewer);
  const [fieldError, setFieldError] = useState<{ key: string; field: FieldError }>();
  const body = useRef<HTMLDivElement>(null);

  const set = (key: string, changed: Partial<Draft>) => {
    setFieldError(undefined);
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...changed } : draft)));
  };
  const move = (from: number, to: number) => {
    const moved = [...drafts];
    const [draft] = moved.splice(from, 1);
    if (draft) moved.splice(to, 0, draft);
    setDrafts(moved);
  };
  const focus = (key: string, field = 'input') =>
    body.current?.querySelector<HTMLElement>(`[data-draft="${key}"] ${field}`)?.focus();
  // Only a rendered field can take the focus, hence flushSync.
  const add = () => {
    const draft = createDraft();
    flushSync(() => setDrafts([...drafts, draft]));
    focus(draft.key);
  };
  const remove = (index: number) => {
    flushSync(() => setDrafts(drafts.filter((_, other) => other !== index)));
    const next = drafts[index + 1] ?? drafts[index - 1];
    if (next) focus(next.key);
  };
  const save = () => {
    if (change.isPending) return;
    const items: ResourceEntry[] = [];
    for (const draft of drafts) {
      const read = resourceEntry.safeParse(toEntry(draft));
      if (read.success) items.push(read.data);
      else {
        const issue = read.error.issues[0];
        const name = issue?.path[0] === 'leadsTo' ? 'url' : String(issue?.path[0]);
        setFieldError({
          key: draft.key,
          field: { name, message: issue?.message ?? 'Invalid value' },
        });
        return focus(draft.key, `[name="${name}"]`);
      }
    }
    return change.mutate(
      { items, version: seen.version },
      {
        onSuccess: () => {
          toast.success('Resources saved');
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Edit Resources"
      description="What every member sees on this page, in this order"
      size="lg"
      isBusy={change.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      isChanged={isChanged}
      footer={<SaveFooter what="resources" label="Save Resources" save={change} />}
    >
      <div ref={body} className="flex flex-col gap-4">
        {drafts.length === 0 && (
          <p className="text-second">No resources. Members will see an empty page.</p>
        )}
        {drafts.map((draft, index) => (
          <ResourceFields
            key={draft.key}
            draft={draft}
            number={index + 1}
            fieldError={fieldError?.key === draft.key ? fieldError.field : undefined}
            onChange={(changed) => set(draft.key, changed)}
            onMoveUp={index > 0 ? () => move(index, index - 1) : undefined}
            onMoveDown={index < drafts.length - 1 ? () => move(index, index + 1) : undefined}
            onRemove={() => remove(index)}
          />
        ))}
        <Button
          icon={<Plus aria-hidden="true" />}
          className="self-start"
          disabled={drafts.length >= maxResources}
          onClick={add}
        >
          Add Resource
        </Button>
      </div>
    </Dialog>
  );
}
