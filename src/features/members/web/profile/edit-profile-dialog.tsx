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
import { changeOf, type TypedProfile, typedOf } from './profile-form.ts';

/** Changes a profile: one's own, with who sees what of it, or as an admin somebody's, with its locks. */
export function EditProfileDialog({
  member,
  onClose,
}: {
  member: MemberProfile;
  onClose: () => void;
}) {
  const { me } = useSession();
  const client = useQueryClient();
  /** The one that the next save would replace; after a refusal because of another's change, theirs. */
  const [version, setVersion] = useState(member.version);
  const [before] = useState(() => typedOf(member));
  const form = useForm<TypedProfile>({ mode: 'onTouched', defaultValues: before });
  const change = useChangeProfile(member.id);
  const isOwn = member.id === me.memberId;

  const save = form.handleSubmit(async (typed) => {
    const changed = changeOf(before, typed);
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
      const field = refusal?.field as keyof TypedProfile | undefined;
      if (refusal && field && field in before) {
        form.setError(field, { message: refusal.message }, { shouldFocus: true });
      }
    }
  });
  const isMeanwhile = isConflict(change.error);

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
            {isMeanwhile ? 'Save My Changes' : 'Save'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {isMeanwhile ? (
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
