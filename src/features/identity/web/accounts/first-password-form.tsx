import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '#web/api/call.ts';
import { hasCode } from '#web/api/call-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import { ownSessionsKey } from '../../keys.ts';
import { ownAccountCalls } from '../../own-account-contract.ts';
import { secondFactorQuery } from '../factors/factor-queries.ts';
import { connectionQuery } from '../oidc/oidc-queries.ts';
import { HiddenUsername, NewPasswordField, newPasswordRule } from './own-password-fields.tsx';

/** Sets the account's first password; the sign-in must be recent. */
export function FirstPasswordForm() {
  const client = useQueryClient();
  const form = useForm({ mode: 'onTouched', defaultValues: { newPassword: '' } });
  const refetchConnection = () => client.invalidateQueries({ queryKey: connectionQuery.queryKey });
  const choose = useMutation({
    mutationFn: (body: { newPassword: string }) =>
      call(ownAccountCalls.chooseFirstPassword, { body }),
    onSuccess: async () => {
      toast.success('Password set');
      void client.invalidateQueries({ queryKey: ownSessionsKey });
      void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
      await refetchConnection();
    },
    onError: (error) => {
      // The sign-in is no longer recent, or another tab set a password.
      if (hasCode(error, 'sign_in_again') || hasCode(error, 'has_password'))
        void refetchConnection();
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((typed) => choose.mutate(typed))(event)}
      className="flex flex-col gap-4"
    >
      <HiddenUsername />
      <WriteFailure lead="Couldn't set the password." error={choose.error} isSavedOnce={false} />
      <NewPasswordField
        error={form.formState.errors.newPassword?.message}
        {...form.register('newPassword', newPasswordRule)}
      />
      <Button
        type="submit"
        variant="outline"
        className="self-start"
        isBusy={choose.isPending}
        busyLabel="Saving..."
      >
        Set Password
      </Button>
    </form>
  );
}
