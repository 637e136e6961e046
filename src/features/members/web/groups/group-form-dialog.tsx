import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { getRefusal } from '#web/api/call-error.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useCloseWhenMissing } from '#web/screen/overlays.tsx';
import { useRecordForm } from '#web/screen/record/record-form.ts';
import { SaveFooter } from '#web/screen/record/save-footer.tsx';
import { useSeen } from '#web/screen/record/use-seen.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { ChipsField } from '#web/ui/fields/chips-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { ErrorState } from '#web/ui/states/error-state.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import type { Member } from '../../contract.ts';
import {
  type GroupFields,
  groupFields,
  type MemberGroup,
  maxGroupNameLength,
} from '../../group-contract.ts';
import { groupsQuery, membersQuery } from '../queries.ts';
import type { MembersSearch } from '../search.ts';
import { useSaveGroup } from './group-queries.ts';

/** Creates a group of members, or changes its name and who is in it. */
export function GroupFormDialog({
  search,
  ...dialog
}: OverlayProps & { search: Pick<MembersSearch, 'group'> }) {
  const groups = useQuery(groupsQuery);
  const members = useQuery(membersQuery);
  const group = groups.data?.find(({ id }) => id === search.group);
  useCloseWhenMissing(search.group !== undefined && groups.isSuccess && !group, dialog);
  if (groups.data && members.data) {
    return <GroupForm {...dialog} group={group} members={members.data.items} />;
  }
  const isFailed = groups.isError || members.isError;
  return (
    <Dialog {...dialog} title={titleOf(search.group !== undefined)}>
      {isFailed ? (
        <ErrorState
          title="Couldn't load the group."
          onRetry={() => void Promise.all([groups.refetch(), members.refetch()])}
          isRetrying={groups.isFetching || members.isFetching}
        />
      ) : (
        <LoadingRows label="Loading the group..." rows={3} />
      )}
    </Dialog>
  );
}

const newGroup = { name: '', memberIds: [], version: 0 } satisfies GroupFields & {
  version: number;
};

const titleOf = (exists: boolean) => (exists ? 'Edit Group' : 'New Group');

function GroupForm({
  group,
  members,
  open,
  onClose,
}: OverlayProps & { group: MemberGroup | undefined; members: readonly Member[] }) {
  // Deleting it must not turn the form into one of a new group.
  const [opened] = useState(group);
  const change = useSaveGroup();
  const { seen, onTyped } = useSeen(group ?? opened ?? newGroup, change.error);
  const { register, control, handleSubmit, setError, formState } = useRecordForm<GroupFields>(
    { name: seen.name, memberIds: seen.memberIds },
    { mode: 'onTouched', onTyped },
  );
  const chosen = useController({ control, name: 'memberIds' });
  const idempotency = useIdempotencyKey();
  const save = useSubmitOnce(
    async (body: GroupFields) => {
      await change.mutateAsync({
        body,
        group: opened && { id: opened.id, version: seen.version },
        idempotencyKey: idempotency.keyFor(body),
      });
      toast.success(`${body.name.trim()} saved`);
      onClose();
    },
    (error) => {
      const refusal = getRefusal(error);
      const field = (['name', 'memberIds'] as const).find((name) => name === refusal?.field);
      if (refusal && field) setError(field, { message: refusal.message }, { shouldFocus: true });
    },
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={titleOf(opened !== undefined)}
      description="Every member sees the group. Admins change it."
      size="lg"
      isBusy={change.isPending}
      onSubmit={(event) => void handleSubmit(save)(event)}
      isChanged={formState.isDirty}
      footer={<SaveFooter what="group" label="Save Group" save={change} />}
    >
      <div className="flex flex-col gap-4">
        <TextField
          {...register('name', {
            validate: (name) => {
              const checked = groupFields.shape.name.safeParse(name);
              return checked.success || checked.error.issues[0]?.message;
            },
          })}
          label="Group Name"
          required
          placeholder="Board"
          maxLength={maxGroupNameLength}
          autoComplete="off"
          error={formState.errors.name?.message}
        />
        <ChipsField
          ref={chosen.field.ref}
          label="Members"
          options={members.map(({ id, displayName }) => ({
            value: id,
            label: displayName,
            start: <Avatar id={id} name={displayName} className="size-5!" />,
          }))}
          selected={chosen.field.value}
          onSelectedChange={chosen.field.onChange}
          onBlur={chosen.field.onBlur}
          placeholder="Type a name"
          noMatch="No one else has this name."
          error={chosen.fieldState.error?.message}
        />
      </div>
    </Dialog>
  );
}
