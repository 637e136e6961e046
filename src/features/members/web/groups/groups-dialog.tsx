import { useQuery } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash';
import UsersRound from 'lucide-react/icons/users-round';
import { useRef, useState } from 'react';
import { plural } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import { useMayCall } from '#web/api/use-may-call.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { groupCalls, type MemberGroup, maxGroups } from '../../group-contract.ts';
import { groupsQuery } from '../queries.ts';
import { type MemberNames, useMemberNames } from '../shared/use-member-names.ts';
import { useDeleteGroup } from './group-queries.ts';

/** The chapter's groups of members, which admins create, change and delete. */
export function GroupsDialog({
  onOpenGroup,
  ...overlay
}: OverlayProps & { onOpenGroup: (group?: Id<'group'>) => void }) {
  const mayCall = useMayCall();
  const groups = useQuery(groupsQuery);
  const names = useMemberNames(groups.data?.flatMap(({ memberIds }) => memberIds) ?? [], []);
  const [deleted, setDeleted] = useState<MemberGroup>();
  const content = useRef<HTMLDivElement>(null);
  const mayChange = mayCall(groupCalls.update);
  return (
    <Dialog
      {...overlay}
      title="Groups"
      description="Boards, forums, and other groups. Add a whole group to an expense at once."
      size="lg"
      readingLabel="Groups"
      footer={
        <>
          <DialogClose>Close</DialogClose>
          {mayChange && (
            <Button
              variant="primary"
              icon={<Plus aria-hidden="true" />}
              disabled={(groups.data?.length ?? maxGroups) >= maxGroups}
              onClick={() => onOpenGroup()}
            >
              New Group
            </Button>
          )}
        </>
      }
    >
      <div ref={content}>
        <QueryView
          query={groups}
          failure="Couldn't load groups."
          loading={<LoadingRows label="Loading groups..." rows={3} />}
        >
          {(items) =>
            items.length === 0 ? (
              <EmptyState title="No groups yet" icon={<UsersRound />}>
                {mayChange
                  ? 'Create one for each forum and for the board.'
                  : 'An admin can create groups.'}
              </EmptyState>
            ) : (
              <ul className="divide-y divide-soft">
                {items.map((group) => (
                  <li key={group.id} className="flex items-center gap-3 py-2.5">
                    <div className="min-w-0 flex-1">
                      <p className="font-medium wrap-anywhere">{group.name}</p>
                      <p className="text-xs text-third wrap-anywhere">
                        {describeMembers(group, names)}
                      </p>
                    </div>
                    {mayChange && (
                      <div className="flex">
                        <IconButton
                          label={`Edit ${group.name}`}
                          icon={<Pencil />}
                          onClick={() => onOpenGroup(group.id)}
                        />
                        <IconButton
                          label={`Delete ${group.name}`}
                          icon={<Trash2 />}
                          onClick={() => setDeleted(group)}
                        />
                      </div>
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </QueryView>
      </div>
      {deleted && (
        <DeleteGroupDialog
          group={deleted}
          onClose={() => {
            setDeleted(undefined);
            // The pressed button may be gone.
            content.current?.closest<HTMLElement>('[role=dialog]')?.focus();
          }}
        />
      )}
    </Dialog>
  );
}

const mostNames = 3;

function describeMembers({ memberIds }: MemberGroup, names: MemberNames): string {
  if (memberIds.length === 0) return 'No members';
  const first = memberIds.slice(0, mostNames).flatMap((id) => names.get(id) ?? []);
  const others = memberIds.length - first.length;
  const count = plural(memberIds.length, 'member');
  if (first.length === 0) return count;
  return `${count}: ${first.join(', ')}${others > 0 ? `, and ${plural(others, 'other')}` : ''}`;
}

function DeleteGroupDialog({ group, onClose }: { group: MemberGroup; onClose: () => void }) {
  const remove = useDeleteGroup();
  const confirm = useSubmitOnce(
    async () => {
      await remove.mutateAsync(group);
      toast.success(`${group.name} deleted`);
      onClose();
    },
    () => undefined,
  );
  return (
    <AlertDialog
      open
      onClose={onClose}
      title="Delete Group"
      description={`"${group.name}" will be deleted. Its members and their expenses stay as they are.`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      isBusy={remove.isPending}
      onConfirm={confirm}
    >
      {remove.isError && <WriteFailure error={remove.error} className="mt-4" />}
    </AlertDialog>
  );
}
