import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { call } from '#web/api/call.ts';
import { hasCode } from '#web/api/call-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { resetCalls } from '../../reset-contract.ts';
import { sessionQuery } from '../queries.ts';
import { describeSignInFailure } from '../shared/sign-in-failure.ts';
import { NewPasswordField, newPasswordRule } from './own-password-fields.tsx';
import { resetQuery } from './reset-queries.ts';

/** Sets the new password, after which the member has to sign in with it. */
export function ResetForm({ token, email }: { token: string; email: string }) {
  const client = useQueryClient();
  const router = useRouter();
  const form = useForm({ mode: 'onTouched', defaultValues: { newPassword: '' } });
  const reset = useMutation({
    mutationFn: ({ newPassword }: { newPassword: string }) =>
      call(resetCalls.reset, { body: { token, newPassword } }),
    onSuccess: async () => {
      // A session of this account in this browser has ended, too.
      await client.resetQueries({ queryKey: sessionQuery.queryKey });
      // Replaces the address, so that Back does not return to a used link.
      await router.navigate({ to: '/', replace: true });
      toast.success({ title: 'Password changed', description: 'Sign in with your new password.' });
    },
    onError: (error) => {
      // The link was used or replaced in the meantime; the screen shows that.
      if (hasCode(error, 'reset_unusable')) {
        void client.resetQueries({ queryKey: resetQuery(token).queryKey });
      }
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((typed) => reset.mutate(typed))(event)}
      className="flex flex-col gap-4"
    >
      {reset.isError && <Notice tone="error">{describeSignInFailure(reset.error)}</Notice>}
      <TextField label="Email" type="email" value={email} readOnly autoComplete="username" />
      <NewPasswordField
        error={form.formState.errors.newPassword?.message}
        {...form.register('newPassword', newPasswordRule)}
      />
      <Button
        type="submit"
        variant="primary"
        className="mt-1 w-full"
        isBusy={reset.isPending}
        busyLabel="Changing..."
      >
        Change Password
      </Button>
    </form>
  );
}
