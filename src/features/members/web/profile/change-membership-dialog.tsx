import type { ReactNode } from 'react';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import type { MemberDetail } from '../../membership-contract.ts';
import { type MembershipChange, useChangeMembership } from './member-queries.ts';

/** Confirms a change of role or status and shows the member's open balances. */
export function ChangeMembershipDialog({
  member,
  change,
  openItems,
  onClose,
}: {
  member: MemberDetail;
  change: MembershipChange;
  /** Open balances with the chapter. */
  openItems: ReactNode;
  onClose: () => void;
}) {
  const save = useChangeMembership(member);
  const texts = describeChange(member.displayName, change);
  const confirm = useSubmitOnce(
    async () => {
      await save.mutateAsync(change);
      toast.success(texts.done);
      onClose();
    },
    () => undefined,
  );
  const isLeaving = 'status' in change && change.status !== 'active';
  return (
    <AlertDialog
      open
      onClose={onClose}
      title={texts.title}
      description={texts.description}
      confirmLabel={texts.confirm}
      busyLabel="Saving..."
      tone={isLeaving ? 'danger' : 'primary'}
      isBusy={save.isPending}
      onConfirm={confirm}
    >
      {isLeaving && openItems}
      <WriteFailure error={save.error} className="mt-4" />
    </AlertDialog>
  );
}

type Texts = { title: string; description: string; confirm: string; done: string };

function describeChange(name: string, change: MembershipChange): Texts {
  if ('role' in change) {
    const role = change.role === 'admin' ? 'an admin' : `a ${change.role}`;
    return {
      title: 'Change Role',
      description: `${name} will be ${role} right away.`,
      confirm: 'Change Role',
      done: `${name} is now ${role}`,
    };
  }
  switch (change.status) {
    case 'active':
      return {
        title: 'Enable Member',
        description: `${name} can sign in to this chapter again.`,
        confirm: 'Enable',
        done: `${name} can sign in again`,
      };
    case 'disabled':
      return {
        title: 'Disable Member',
        description: `${name} loses access immediately until an admin re-enables them. Balances are kept.`,
        confirm: 'Disable',
        done: `${name} is disabled`,
      };
    case 'removed':
      return {
        title: 'Remove Member',
        description: `${name} loses access immediately and leaves the directory. Their expenses, wallets, and history are kept. Only a new invitation brings them back.`,
        confirm: 'Remove',
        done: `${name} was removed`,
      };
  }
}
