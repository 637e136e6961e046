import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { roleSuffices } from '#kit/role.ts';
import { describeFailure, getRefusal, isConflict } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import type { MemberProfile } from '../../profile-contract.ts';
import { memberQuery, useChangeProfile } from './member-queries.ts';
import { ProfileFields } from './profile-fields.tsx';
import { findChanges, type ProfileFormValues, toFormValues } from './profile-form.ts';

/** Edits the own profile and its privacy, or as an admin another member's profile and its locks. */
export function EditProfileDialog({
  member,
  onClose,
}: {
  member: MemberProfile;
  onClose: () => void;
}) {
  const { me } = useSession();
  const client = useQueryClient();
  /** The version the next save replaces; after a conflict, the other member's. */
  const [version, setVersion] = useState(member.version);
  const [before] = useState(() => toFormValues(member));
  const form = useForm<ProfileFormValues>({ mode: 'onTouched', defaultValues: before });
  const change = useChangeProfile(member.id);
  const isOwn = member.id === me.memberId;

  const save = form.handleSubmit(async (typed) => {
    const changed = findChanges(before, typed);
    if (Object.keys(changed).length === 0) {
      toast.info('No changes detected');
      onClose();
      return;
    }
    try {
      await change.mutateAsync({ change: changed, version });
      toast.success('Profile saved');
      onClose();
    } catch (error) {
      const newest = client.getQueryData(memberQuery(member.id).queryKey);
      if (isConflict(error) && newest) setVersion(newest.version);
      const refusal = getRefusal(error);
      const field = refusal?.field as keyof ProfileFormValues | undefined;
      if (refusal && field && field in before) {
        form.setError(field, { message: refusal.message }, { shouldFocus: true });
      }
    }
  });
  const hasConflict = isConflict(change.error);

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
            {hasConflict ? 'Save My Changes' : 'Save'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {hasConflict ? (
          <Notice tone="warn">
            Someone else changed this profile while you were editing. Your changes are still here.
            Only the fields you changed will be saved.
          </Notice>
        ) : (
          change.isError && (
            <Notice tone="error">Couldn't save the profile. {describeFailure(change.error)}</Notice>
          )
        )}
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
