import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '#web/api/call.ts';
import { getRefusal } from '#web/api/call-error.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Dialog, DialogSubmit } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import { ownSessionsKey } from '../../keys.ts';
import { ownAccountCalls } from '../../own-account-contract.ts';
import {
  CurrentPasswordField,
  currentPasswordRule,
  HiddenUsername,
  NewPasswordField,
  newPasswordRule,
} from './own-password-fields.tsx';

type Typed = { currentPassword: string; newPassword: string };

/** Replaces the password of an account that has one. */
export function ChangePasswordDialog({ open, onClose }: OverlayProps) {
  const client = useQueryClient();
  const form = useForm<Typed>({
    mode: 'onTouched',
    defaultValues: { currentPassword: '', newPassword: '' },
  });
  const { errors } = form.formState;
  const change = useMutation({
    mutationFn: (body: Typed) => call(ownAccountCalls.changePassword, { body }),
    onSuccess: () => {
      toast.success('Password changed');
      void client.invalidateQueries({ queryKey: ownSessionsKey });
      onClose();
    },
    onError: (error) => {
      const refusal = getRefusal(error);
      if (refusal?.field !== 'currentPassword') return;
      form.setError('currentPassword', { message: refusal.message }, { shouldFocus: true });
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Change Password"
      description="You'll be signed out everywhere else."
      isBusy={change.isPending}
      onSubmit={form.handleSubmit((typed) => change.mutate(typed))}
      // Password managers fill it in.
      isChanged={false}
      footer={
        <DialogSubmit isBusy={change.isPending} busyLabel="Changing...">
          Change Password
        </DialogSubmit>
      }
    >
      <div className="flex flex-col gap-4">
        <HiddenUsername />
        {!errors.currentPassword && (
          <WriteFailure
            lead="Couldn't change the password."
            error={change.error}
            isSavedOnce={false}
          />
        )}
        <CurrentPasswordField
          error={errors.currentPassword?.message}
          {...form.register('currentPassword', currentPasswordRule)}
        />
        <NewPasswordField
          error={errors.newPassword?.message}
          {...form.register('newPassword', newPasswordRule)}
        />
      </div>
    </Dialog>
  );
}
