import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { connectionQuery } from '../oidc/oidc-queries.ts';
import { FirstPassword } from './first-password.tsx';

const ChangePasswordDialog = lazyNamed(
  () => import('./change-password-dialog.tsx'),
  'ChangePasswordDialog',
);

/** Changes the password, or adds a first one to an account that signs in with a provider. */
export function PasswordCard() {
  const connection = useQuery(connectionQuery);
  // Until it is known, assumes a password, which almost all accounts have.
  return connection.data?.hasPassword === false ? (
    <FirstPassword connection={connection.data} />
  ) : (
    <ChangePassword />
  );
}

function ChangePassword() {
  const [opened, setOpened] = useState({ isOpen: false, count: 0 });
  return (
    <>
      <Card
        title="Password"
        description="Changing it signs you out everywhere else"
        actions={
          <Button
            size="sm"
            aria-haspopup="dialog"
            onClick={() => setOpened({ isOpen: true, count: opened.count + 1 })}
          >
            Change Password
          </Button>
        }
      />
      <Suspense>
        {opened.count > 0 && (
          // A new dialog each time, so that it does not keep the passwords.
          <ChangePasswordDialog
            key={opened.count}
            open={opened.isOpen}
            onClose={() => setOpened({ ...opened, isOpen: false })}
          />
        )}
      </Suspense>
    </>
  );
}
