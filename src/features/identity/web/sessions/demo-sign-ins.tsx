import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { authCalls, type SignedOutView } from '../../contract.ts';
import { startSession } from '../shared/change-session.ts';
import { describeSignInFailure } from '../shared/sign-in-failure.ts';

const roleNames = { member: 'Member', treasurer: 'Treasurer', admin: 'Admin' } as const;

/** Buttons that sign in as the demo's members. */
export function DemoSignIns({ signIns }: { signIns: SignedOutView['demoSignIns'] }) {
  const queryClient = useQueryClient();
  const [busyAs, setBusyAs] = useState<string>();
  const [failure, setFailure] = useState<Error>();
  // Without useMutation, which would enlarge everyone's first load.
  const signIn = async (body: { email: string; password: string }) => {
    setBusyAs(body.email);
    setFailure(undefined);
    try {
      startSession(queryClient, await call(authCalls.signIn, { body }));
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
      setBusyAs(undefined);
    }
  };
  return (
    <section aria-labelledby="demo" className="mt-6">
      <h2 id="demo" className="mb-2 text-xs text-third">
        Demo: sign in as
      </h2>
      <ul className="flex flex-col gap-2">
        {signIns.map(({ email, password, role }) => (
          <li key={email}>
            <Button
              className="w-full justify-between!"
              isBusy={busyAs === email}
              busyLabel="Signing in..."
              onClick={() => {
                if (busyAs === undefined) void signIn({ email, password });
              }}
            >
              {roleNames[role]}
              <span className="font-normal text-third">{email}</span>
            </Button>
          </li>
        ))}
      </ul>
      {failure && (
        <Notice tone="error" className="mt-3">
          {describeSignInFailure(failure)}
        </Notice>
      )}
    </section>
  );
}
