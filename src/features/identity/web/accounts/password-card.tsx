import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '#web/api/call.ts';
import { describeFailure, getRefusal } from '#web/api/call-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ownSessionsKey } from '../../keys.ts';
import { ownAccountCalls } from '../../own-account-contract.ts';
import { connectionQuery } from '../oidc/oidc-queries.ts';
import { FirstPassword } from './first-password.tsx';
import {
  CurrentPasswordField,
  currentPasswordRule,
  HiddenUsername,
  NewPasswordField,
  newPasswordRule,
} from './own-password-fields.tsx';

type Typed = { currentPassword: string; newPassword: string };

/** Changes the password, or adds a first one to an account that signs in with a provider. */
export function PasswordCard() {
  const connection = useQuery(connectionQuery);
  if (connection.isPending) {
    return (
      <Card title="Password">
        <Loading label="Loading...">
          <SkeletonRows rows={2} />
        </Loading>
      </Card>
    );
  }
  // If the connection could not be loaded, assumes a password, which almost all accounts have.
  return connection.data?.hasPassword === false ? (
    <FirstPassword connection={connection.data} />
  ) : (
    <ChangePassword />
  );
}

function ChangePassword() {
  const [formKey, setFormKey] = useState(0);
  return (
    <Card title="Password" description="You'll be signed out everywhere else">
      {/* A new form after each change, so that it does not keep the passwords. */}
      <PasswordForm key={formKey} onChanged={() => setFormKey(formKey + 1)} />
    </Card>
  );
}

function PasswordForm({ onChanged }: { onChanged: () => void }) {
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
      onChanged();
    },
    onError: (error) => {
      const refusal = getRefusal(error);
      if (refusal?.field !== 'currentPassword') return;
      form.setError('currentPassword', { message: refusal.message }, { shouldFocus: true });
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((typed) => change.mutate(typed))(event)}
      className="flex flex-col gap-4"
    >
      <HiddenUsername />
      {change.isError && !errors.currentPassword && (
        <Notice tone="error">
          Couldn't change the password. {describeFailure(change.error, { isSavedOnce: false })}
        </Notice>
      )}
      <CurrentPasswordField
        error={errors.currentPassword?.message}
        {...form.register('currentPassword', currentPasswordRule)}
      />
      <NewPasswordField
        error={errors.newPassword?.message}
        {...form.register('newPassword', newPasswordRule)}
      />
      <Button
        type="submit"
        variant="outline"
        className="self-start"
        isBusy={change.isPending}
        busyLabel="Changing..."
      >
        Change Password
      </Button>
    </form>
  );
}
