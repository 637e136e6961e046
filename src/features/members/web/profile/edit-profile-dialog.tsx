import { useMemo } from 'react';
import { roleSuffices } from '#kit/role.ts';
import { getRefusal, isConflict } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import { useRecordForm } from '#web/screen/record/record-form.ts';
import { useSeen } from '#web/screen/record/use-seen.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { SaveFailure } from '#web/ui/states/save-failure.tsx';
import type { MemberProfile } from '../../profile-contract.ts';
import { useChangeProfile } from './member-queries.ts';
import { ProfileFields } from './profile-fields.tsx';
import { findChanges, mergeProfile, type ProfileFormValues, toFormValues } from './profile-form.ts';

/** Edits the own profile and its privacy, or as an admin another member's profile and its locks. */
export function EditProfileDialog({
  member,
  onClose,
}: {
  member: MemberProfile;
  onClose: () => void;
}) {
  const { me } = useSession();
  const change = useChangeProfile(member.id);
  const { seen, onTyped } = useSeen(member, change.error);
  const before = useMemo(() => toFormValues(seen), [seen]);
  const form = useRecordForm(before, { mode: 'onTouched', onTyped, merge: mergeProfile });
  const isOwn = member.id === me.memberId;

  const save = form.handleSubmit(async (typed) => {
    const changed = findChanges(before, typed);
    if (Object.keys(changed).length === 0) {
      toast.info('No changes detected');
      onClose();
      return;
    }
    try {
      await change.mutateAsync({ change: changed, version: seen.version });
      toast.success('Profile saved');
      onClose();
    } catch (error) {
      const refusal = getRefusal(error);
      const field = refusal?.field as keyof ProfileFormValues | undefined;
      if (refusal && field && field in before) {
        form.setError(field, { message: refusal.message }, { shouldFocus: true });
      }
    }
  });

  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={isOwn ? 'Edit Your Profile' : `Edit the profile of ${member.displayName}`}
      description={
        isOwn
          ? 'Choose who sees each field. Your name is always visible.'
          : 'Only admins can change fields you lock'
      }
      isBusy={change.isPending}
      onSubmit={(event) => void save(event)}
      isChanged={form.formState.isDirty}
      footer={
        <>
          <DialogClose />
          <Button variant="primary" type="submit" isBusy={change.isPending} busyLabel="Saving...">
            {isConflict(change.error) ? 'Save My Changes' : 'Save'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SaveFailure what="the profile" error={change.error} />
        <ProfileFields
          form={form}
          member={member}
          isOwn={isOwn}
          isAdmin={roleSuffices(me.role, 'admin')}
        />
      </div>
    </Dialog>
  );
}
