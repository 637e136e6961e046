import { Lock } from 'lucide-react';
import { Suspense } from 'react';
import { roleSuffices } from '#kit/role.ts';
import { useSession } from '#web/api/session.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { useLasting } from '#web/screen/use-lasting.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import { useAuditAddress } from './use-audit-address.ts';

const RecordSheet = lazyNamed(() => import('./record-sheet.tsx'), 'RecordSheet');

/** Everything that was done in the chapter, for its admins. */
export function AuditScreen() {
  const { me } = useSession();
  if (roleSuffices(me.role, 'admin')) return <Audit />;
  return (
    <Card label="Audit">
      <EmptyState
        title="Only admins can read the audit"
        icon={<Lock />}
        action={<LinkButton to="/settings">Back to Settings</LinkButton>}
      >
        Ask one of them about what was done.
      </EmptyState>
    </Card>
  );
}

function Audit() {
  const address = useAuditAddress();
  const record = useLasting(address.search.record);
  return (
    <>
      <Card label="Audit" isFlush>
        <AuditFilters address={address} />
        <AuditList address={address} />
      </Card>
      <Suspense>
        {record && (
          <RecordSheet recordId={record.value} open={record.isOpen} onClose={address.close} />
        )}
      </Suspense>
    </>
  );
}
