import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { secondFactorRequired } from '#features/identity/factor-contract.ts';
import { startSession } from '#features/identity/web/shared/change-session.ts';
import { checkName, checkNewPassword, passwordHelp } from '#features/identity/web/shared/checks.ts';
import { PasswordField } from '#features/identity/web/shared/password-field.tsx';
import { describeSignInFailure } from '#features/identity/web/shared/sign-in-failure.ts';
import { call } from '#web/api/call.ts';
import { hasCode } from '#web/api/call-error.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type InvitationPreview, joiningCalls } from '../../joining-contract.ts';

const SecondStepDialog = lazyNamed(
  () => import('#features/identity/web/shared/second-step-dialog.tsx'),
  'SecondStepDialog',
);

/** New people enter names and a password; people with an account enter its password. */
export function JoinForm({ token, invitation }: { token: string; invitation: InvitationPreview }) {
  const [hasAccount, setHasAccount] = useState(invitation.hasAccount ?? false);
  const [needsCode, setNeedsCode] = useState(false);
  const queryClient = useQueryClient();
  const router = useRouter();
  const form = useForm({
    mode: 'onTouched',
    defaultValues: { firstName: '', lastName: '', password: '' },
  });
  const { errors } = form.formState;
  const join = useMutation({
    mutationFn: ({
      password,
      ...names
    }: {
      password: string;
      firstName: string;
      lastName: string;
    }) =>
      call(joiningCalls.acceptInvitation, {
        body: { token, password, ...(hasAccount ? {} : names) },
      }),
    onSuccess: async (view) => {
      // Replaces the address, so that Back does not return to a used link.
      await router.navigate({ to: '/', replace: true });
      startSession(queryClient, view);
    },
    onError: (error) => setNeedsCode(hasCode(error, secondFactorRequired)),
  });

  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((typed) => join.mutate(typed))(event)}
      className="flex flex-col gap-4"
    >
      {join.isError && !needsCode && (
        <Notice tone="error">{describeSignInFailure(join.error)}</Notice>
      )}
      <TextField
        label="Email"
        type="email"
        value={invitation.email}
        readOnly
        autoComplete="username"
        help="The address your invitation was sent to"
      />
      {!hasAccount && (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField
            label="First Name"
            required
            autoComplete="given-name"
            error={errors.firstName?.message}
            {...form.register('firstName', { validate: checkName('your first name') })}
          />
          <TextField
            label="Last Name"
            required
            autoComplete="family-name"
            error={errors.lastName?.message}
            {...form.register('lastName', { validate: checkName('your last name') })}
          />
          <p className="-mt-2 text-xs text-third sm:col-span-2">
            If the chapter lists you already, it keeps that name until you change it in your
            profile.
          </p>
        </div>
      )}
      <PasswordField
        label="Password"
        required
        autoComplete={hasAccount ? 'current-password' : 'new-password'}
        help={hasAccount ? undefined : passwordHelp}
        error={errors.password?.message}
        {...form.register(
          'password',
          hasAccount ? { required: 'Enter your password' } : { validate: checkNewPassword },
        )}
      />
      {invitation.hasAccount === null && (
        <Button variant="ghost" className="self-start" onClick={() => setHasAccount(!hasAccount)}>
          {hasAccount ? "I'm New Here" : 'I Already Have an Account'}
        </Button>
      )}
      <Button
        type="submit"
        variant="primary"
        className="mt-1 w-full"
        isBusy={join.isPending}
        busyLabel="Joining..."
      >
        Join the Chapter
      </Button>
      <Suspense>
        {needsCode && (
          <SecondStepDialog
            open
            onClose={() => setNeedsCode(false)}
            onExpired={() => setNeedsCode(false)}
            // Signed in with both steps, the account can join.
            onSignedIn={() => {
              setNeedsCode(false);
              join.mutate(form.getValues());
            }}
          />
        )}
      </Suspense>
    </form>
  );
}
