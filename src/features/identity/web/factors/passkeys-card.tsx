import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useSession } from '#web/api/session.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { QueryFailure } from '#web/ui/states/query-view.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import type { Passkey } from '../../factor-contract.ts';
import { passkeysQuery, secondFactorQuery } from './factor-queries.ts';
import { supportsPasskeys } from './passkey-client.ts';

const AddPasskeyDialog = lazyNamed(() => import('./add-passkey-dialog.tsx'), 'AddPasskeyDialog');
const RemovePasskeyDialog = lazyNamed(
  () => import('./remove-passkey-dialog.tsx'),
  'RemovePasskeyDialog',
);

/** Lists, adds and removes the account's passkeys. */
export function PasskeysCard() {
  const passkeys = useQuery(passkeysQuery);
  const factor = useQuery(secondFactorQuery);
  const [adding, setAdding] = useState({ isOpen: false, count: 0 });
  const [removed, setRemoved] = useState<Passkey>();
  const canAdd = supportsPasskeys() && factor.data?.hasPassword;
  return (
    <Card
      title="Passkeys"
      description="Sign in with your fingerprint, face, or security key"
      actions={
        canAdd && (
          <Button
            size="sm"
            onClick={() => setAdding({ isOpen: true, count: adding.count + 1 })}
            aria-haspopup="dialog"
          >
            Add Passkey
          </Button>
        )
      }
    >
      {passkeys.isPending && (
        <Loading label="Loading passkeys...">
          {/* As high as the line of an account without any. */}
          <Skeleton className="h-5 w-32" />
        </Loading>
      )}
      {passkeys.isError && !passkeys.data && (
        <QueryFailure title="Couldn't load your passkeys." query={passkeys} />
      )}
      {passkeys.data?.length === 0 && (
        <p className="text-second">
          {supportsPasskeys()
            ? 'No passkeys yet.'
            : "No passkeys yet. This browser can't create one at this address."}
        </p>
      )}
      <ul className="divide-y divide-soft">
        {passkeys.data?.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
        ))}
      </ul>
      <Suspense>
        {adding.count > 0 && (
          <AddPasskeyDialog
            key={adding.count}
            open={adding.isOpen}
            onClose={() => setAdding({ ...adding, isOpen: false })}
            hasSecondFactor={Boolean(factor.data?.since)}
          />
        )}
        {removed && <RemovePasskeyDialog passkey={removed} onClose={() => setRemoved(undefined)} />}
      </Suspense>
    </Card>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { chapter } = useSession();
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{name}</p>
        <p className="text-xs text-third">
          Added <DateText at={createdAt} zone={chapter.timeZone} />
          {' · '}
          {lastUsedAt ? (
            <>
              used <DateText at={lastUsedAt} zone={chapter.timeZone} format="dateTime" />
            </>
          ) : (
            'not used yet'
          )}
        </p>
      </div>
      <Button size="sm" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}
