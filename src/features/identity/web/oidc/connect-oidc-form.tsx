import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '#web/api/call.ts';
import { getRefusal } from '#web/api/call-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import { type OidcConnection, oidcCalls } from '../../oidc-contract.ts';
import { currentPasswordRule } from '../accounts/own-password-fields.tsx';
import { PasswordField } from '../shared/password-field.tsx';

/** Connects the account to the provider after its password was given. */
export function ConnectOidcForm({
  provider,
  connection,
}: {
  provider: string;
  connection: OidcConnection;
}) {
  const form = useForm({ mode: 'onTouched', defaultValues: { currentPassword: '', code: '' } });
  const [wantsCode, setWantsCode] = useState(false);
  useEffect(() => {
    if (wantsCode) form.setFocus('code');
  }, [wantsCode, form]);
  const { errors } = form.formState;
  const connect = useMutation({
    mutationFn: ({ currentPassword, code }: { currentPassword: string; code: string }) =>
      call(oidcCalls.connect, { body: { currentPassword, ...(code ? { code } : {}) } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => {
      const refusal = getRefusal(error);
      const isAboutCode = refusal?.code === 'code_required' || refusal?.code === 'wrong_code';
      if (isAboutCode) setWantsCode(true);
      else if (refusal?.field !== 'currentPassword') return;
      const field = isAboutCode ? 'code' : 'currentPassword';
      form.setError(field, { message: refusal.message }, { shouldFocus: true });
    },
  });
  if (!connection.hasPassword) {
    return <p className="text-second">Your account needs a password before you can connect it.</p>;
  }
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((typed) => connect.mutate(typed))(event)}
      className="flex flex-col gap-4"
    >
      {!errors.currentPassword && !errors.code && (
        <WriteFailure error={connect.error} isSavedOnce={false} />
      )}
      <PasswordField
        label={`Password to connect ${provider}`}
        required
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword', currentPasswordRule)}
      />
      {wantsCode && (
        <TextField
          label="Authenticator or recovery code"
          required
          autoComplete="one-time-code"
          error={errors.code?.message}
          {...form.register('code', { validate: (text) => text !== '' || 'Enter a code' })}
        />
      )}
      <Button
        type="submit"
        className="self-start"
        isBusy={connect.isPending}
        busyLabel={`Redirecting to ${provider}...`}
      >
        Connect {provider}
      </Button>
    </form>
  );
}
