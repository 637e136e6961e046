import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { plural } from '#kit/counts.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Segmented } from '#web/ui/fields/segmented.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { QueryView, StaleNotice } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import type { ListedInvitation } from '../../invitation-contract.ts';
import { invitationsQuery, maxInvitations, useResendInvitation } from './invitation-queries.ts';
import { InvitationRow } from './invitation-row.tsx';
import { RevokeInvitation } from './revoke-invitation.tsx';

type Shown = 'waiting' | 'all';
const choices: { value: Shown; label: string }[] = [
  { value: 'waiting', label: 'Pending' },
  { value: 'all', label: 'All' },
];
const initialRows = 20;
/** Shorter lists need no search. */
const minRowsForSearch = 5;

/** All invitations; pending ones can be resent and revoked. */
export function Invitations() {
  const invitations = useQuery(invitationsQuery);
  const resend = useResendInvitation();
  const [shown, setShown] = useState<Shown>('waiting');
  const [rows, setRows] = useState(initialRows);
  const [revoking, setRevoking] = useState<ListedInvitation>();
  const [typed, setTyped] = useState('');
  const searchText = typed.trim().toLowerCase();
  const filtered = (invitations.data ?? []).filter(
    ({ state }) => shown === 'all' || state === 'open' || state === 'expired',
  );
  const listed = filtered.filter(({ email }) => email.toLowerCase().includes(searchText));
  const onResend = async ({ id, email }: ListedInvitation) => {
    try {
      const { mail } = await resend.mutateAsync(id);
      toast.success({
        title: `${email} has a new link`,
        description: mail === 'queued' ? 'The email is on its way.' : 'Copy it to share it.',
      });
    } catch {
      toast.error({ title: "Couldn't resend the invitation.", description: 'Try again.' });
    }
  };
  return (
    <section aria-label="Invitations">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-medium text-second">
          Invitations
          {filtered.length > 0 && (
            <span className="tabular ml-2 font-normal text-third">
              {searchText === '' ? filtered.length : `${listed.length} of ${filtered.length}`}
            </span>
          )}
        </h3>
        <Segmented
          label="Show invitations"
          options={choices}
          value={shown}
          onValueChange={setShown}
        />
      </div>
      {filtered.length > minRowsForSearch && (
        <SearchField
          value={typed}
          onValueChange={setTyped}
          placeholder="Search invitations..."
          className="mt-3"
        />
      )}
      <p role="status" className="sr-only">
        {searchText !== '' && `${plural(listed.length, 'invitation')} found`}
      </p>
      <QueryView
        query={invitations}
        loading={<LoadingRows label="Loading invitations..." rows={2} />}
        failure="Couldn't load invitations."
      >
        {() => (
          <>
            <StaleNotice title="Couldn't load invitations." query={invitations} className="mt-3" />
            {listed.length === 0 && (
              <p className="mt-1 text-third">
                {filtered.length > 0
                  ? `No invitations match "${typed.trim()}".`
                  : shown === 'all'
                    ? 'No one has been invited yet.'
                    : 'No pending invitations.'}
              </p>
            )}
            <ul className="mt-1 divide-y divide-soft">
              {listed.slice(0, rows).map((invitation) => (
                <InvitationRow
                  key={invitation.id}
                  invitation={invitation}
                  isResending={resend.isPending && resend.variables === invitation.id}
                  onResend={() => void onResend(invitation)}
                  onRevoke={() => setRevoking(invitation)}
                />
              ))}
            </ul>
          </>
        )}
      </QueryView>
      {listed.length > rows && (
        <Button size="sm" className="mt-2" onClick={() => setRows(listed.length)}>
          Show All {listed.length}
        </Button>
      )}
      {invitations.data?.length === maxInvitations && (
        <p className="mt-2 text-xs text-third">
          Only the newest {maxInvitations} invitations are listed.
        </p>
      )}
      {revoking && (
        <RevokeInvitation invitation={revoking} onClose={() => setRevoking(undefined)} />
      )}
    </section>
  );
}
