import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '#web/api/call.ts';
import { describeFailure, getErrorMessage, getRefusal } from '#web/api/call-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { ownSessionsKey } from '../../keys.ts';
import { type OidcConnection, oidcCalls } from '../../oidc-contract.ts';
import { currentPasswordRule } from '../accounts/own-password-fields.tsx';
import { PasswordField } from '../shared/password-field.tsx';
import { connectionQuery } from './oidc-queries.ts';

/** Connects the account to the OIDC provider; renders nothing if none is configured. */
export function OidcConnectionCard() {
  const query = useQuery(connectionQuery);
  if (query.isError) {
    return (
      <Card title="Another Way to Sign In">
        <ErrorState
          title="Couldn't load your sign-in provider."
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        >
          {getErrorMessage(query.error)}
        </ErrorState>
      </Card>
    );
  }
  // No loading state, because most installations have no provider.
  const provider = query.data?.provider;
  if (!query.data || !provider) return null;
  return (
    <Card title={provider} description={`Sign in with ${provider} too`}>
      {query.data.isConnected ? (
        <Connected provider={provider} connection={query.data} />
      ) : (
        <ConnectForm provider={provider} connection={query.data} />
      )}
    </Card>
  );
}

type ConnectionProps = { provider: string; connection: OidcConnection };

function Connected({ provider, connection }: ConnectionProps) {
  const client = useQueryClient();
  const [isConfirming, setIsConfirming] = useState(false);
  const disconnect = useMutation({
    mutationFn: () => call(oidcCalls.disconnect, {}),
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: ownSessionsKey });
      await client.invalidateQueries(connectionQuery);
      toast.success(`${provider} disconnected`);
    },
    onSettled: () => setIsConfirming(false),
  });
  return (
    <div className="flex flex-col items-start gap-4">
      {disconnect.isError && <Notice tone="error">{describeFailure(disconnect.error)}</Notice>}
      <p className="text-second">
        {connection.hasPassword
          ? `Your account is connected to ${provider}.`
          : `Your account is connected to ${provider} and has no password, so this is how you sign in.`}
      </p>
      {connection.hasPassword && <Button onClick={() => setIsConfirming(true)}>Disconnect</Button>}
      <AlertDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={`Disconnect ${provider}`}
        description="You'll sign in with just your password. Your other sessions will end."
        confirmLabel="Disconnect"
        busyLabel="Disconnecting..."
        isBusy={disconnect.isPending}
        onConfirm={() => disconnect.mutate()}
      />
    </div>
  );
}

function ConnectForm({ provider, connection }: ConnectionProps) {
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
      {connect.isError && !errors.currentPassword && !errors.code && (
        <Notice tone="error">{describeFailure(connect.error, { isSavedOnce: false })}</Notice>
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
