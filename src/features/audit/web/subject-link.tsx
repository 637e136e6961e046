import { toId } from '#kit/id.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import type { AuditRecord } from '../contract.ts';
import { usePhrases } from './phrases.ts';

/** Links to the subject of a record, if it still exists. */
export function SubjectLink({
  record: { kind, subject, link },
}: {
  record: Pick<AuditRecord, 'kind' | 'subject' | 'link'>;
}) {
  const { formatKind } = usePhrases();
  if (!link) return null;
  const label = `Open the ${formatKind(kind)}`;
  const props = {
    className: 'min-h-6 min-w-6 shrink-0 text-sm',
    'aria-label': subject === null ? label : `${label} "${subject}"`,
    children: 'Open',
  };
  const { id, parentId } = link;
  switch (link.to) {
    case 'expense':
      return <TextLink {...props} to="/expenses" search={{ expense: toId<'expense'>(id) }} />;
    case 'wallet':
      return <TextLink {...props} to="/wallets/$walletId/transactions" params={{ walletId: id }} />;
    case 'transaction':
      return (
        parentId && (
          <TextLink
            {...props}
            to="/wallets/$walletId/transactions"
            params={{ walletId: parentId }}
            search={{ dialog: 'history', subject: toId<'transaction'>(id) }}
          />
        )
      );
    case 'payment':
      return <TextLink {...props} to="/payments" search={{ payment: toId<'payment'>(id) }} />;
    case 'member':
      return <TextLink {...props} to="/members/$memberId" params={{ memberId: id }} />;
    case 'event':
      return <TextLink {...props} to="/calendar" search={{ event: toId<'event'>(id) }} />;
    case 'chapter':
      return <TextLink {...props} to="/settings/chapter" />;
    case 'invitations':
      return <TextLink {...props} to="/members" />;
  }
}
