import Lock from 'lucide-react/icons/lock';
import type { ComponentType } from 'react';
import { useMayCall } from '#web/api/use-may-call.ts';
import { SettingsFrame } from '#web/layout/settings-frame.tsx';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { OverlayHost, type ScreenOverlayProps } from '#web/screen/overlays.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { auditCalls } from '../contract.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import type { AuditSearch } from './search.ts';
import { useAuditAddress } from './use-audit-address.ts';

const RecordSheet = lazyNamed(() => import('./record-sheet.tsx'), 'RecordSheet');

const panels: Record<'record', ComponentType<ScreenOverlayProps<AuditSearch>>> = {
  record: ({ search: { record }, ...overlay }) =>
    record && <RecordSheet {...overlay} recordId={record} />,
};

/** The chapter's audit log for its admins, as a page of the settings. */
export function AuditScreen() {
  const mayCall = useMayCall();
  return (
    <SettingsFrame description="Who did what in the chapter, and when">
      {mayCall(auditCalls.list) ? (
        <Audit />
      ) : (
        <Card label="Audit Log">
          <EmptyState
            title="Only admins can view the audit log"
            icon={<Lock />}
            action={<LinkButton to="/settings">Back to Settings</LinkButton>}
          >
            Ask an admin for access.
          </EmptyState>
        </Card>
      )}
    </SettingsFrame>
  );
}

function Audit() {
  const address = useAuditAddress();
  const { search } = address;
  return (
    <>
      <Card label="Audit Log" isFlush>
        <AuditFilters address={address} />
        <AuditList address={address} />
      </Card>
      <OverlayHost
        panels={[{ overlays: panels, openName: search.record && 'record', onClose: address.close }]}
        search={search}
        context={{}}
      />
    </>
  );
}
