import { ArrowLeft, Lock } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { roleSuffices } from '#features/auth/role.ts';
import { useSession } from '#web/session.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useLasting } from '#web/use-lasting.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import { ExportButton } from './export-button.tsx';
import { useAuditAddress } from './use-audit-address.ts';

const RecordSheet = lazy(() =>
  import('./record-sheet.tsx').then((module) => ({ default: module.RecordSheet })),
);

const back = (
  <LinkButton
    to="/settings"
    variant="ghost"
    size="sm"
    icon={<ArrowLeft aria-hidden="true" />}
    className="-ml-3"
  >
    Back to Settings
  </LinkButton>
);

/** Everything that was done in the chapter, for its admins. */
export function AuditScreen() {
  const { me } = useSession();
  if (roleSuffices(me.role, 'admin')) return <Audit />;
  return (
    <>
      <PageHeader title="Audit" back={back} />
      <Card label="Audit">
        <EmptyState title="Only admins can read the audit" icon={<Lock />}>
          Ask one of them about what was done.
        </EmptyState>
      </Card>
    </>
  );
}

function Audit() {
  const address = useAuditAddress();
  const record = useLasting(address.search.record);
  return (
    <>
      <PageHeader
        title="Audit"
        subtitle="Who did what in the chapter, and when"
        back={back}
        actions={<ExportButton search={address.search} />}
      />
      <Card label="Audit" isFlush>
        <AuditFilters address={address} />
        <AuditList address={address} />
      </Card>
      {record && (
        <Suspense>
          <RecordSheet recordId={record.value} open={record.isOpen} onClose={address.close} />
        </Suspense>
      )}
    </>
  );
}
