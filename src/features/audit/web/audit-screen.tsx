import Lock from 'lucide-react/icons/lock';
import type { ComponentType } from 'react';
import type { AuditWords } from '#kit/audit-words.ts';
import { useMayCall } from '#web/api/use-may-call.ts';
import type { AuditPages } from '#web/audit-pages.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { OverlayHost, type ScreenOverlayProps } from '#web/screen/overlays.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { auditCalls } from '../contract.ts';
import { createPhrases } from '../words.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import { PagesContext, PhrasesContext } from './phrases.ts';
import type { AuditSearch } from './search.ts';
import { useAuditAddress } from './use-audit-address.ts';

const RecordSheet = lazyNamed(() => import('./record-sheet.tsx'), 'RecordSheet');

const panels: Record<'record', ComponentType<ScreenOverlayProps<AuditSearch>>> = {
  record: ({ search: { record }, ...overlay }) =>
    record && <RecordSheet {...overlay} recordId={record} />,
};

/** The chapter's audit log for its admins; `words` and `pages` are those of all features. */
export function AuditScreen({ words, pages }: { words: readonly AuditWords[]; pages: AuditPages }) {
  const mayCall = useMayCall();
  const phrases = createPhrases(words);
  if (mayCall(auditCalls.list)) {
    return (
      <PhrasesContext value={phrases}>
        <PagesContext value={pages}>
          <Audit />
        </PagesContext>
      </PhrasesContext>
    );
  }
  return (
    <Card label="Audit Log">
      <EmptyState
        title="Only admins can view the audit log"
        icon={<Lock />}
        action={<LinkButton to="/settings">Back to Settings</LinkButton>}
      >
        Ask an admin for access.
      </EmptyState>
    </Card>
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
