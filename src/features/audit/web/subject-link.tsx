import { toId } from '#kit/id.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import type { AuditRecord } from '../contract.ts';
import { usePhrases } from './phrases.ts';

/** To what a record is about, where that still is. */
export function SubjectLink({
  record: { kind, subject, link },
}: {
  record: Pick<AuditRecord, 'kind' | 'subject' | 'link'>;
}) {
  const { kindWords } = usePhrases();
  if (!link) return null;
  const words = `Open the ${kindWords(kind)}`;
  const rest = {
    className: 'min-h-6 min-w-6 shrink-0 text-sm',
    'aria-label': subject === null ? words : `${words} "${subject}"`,
    children: 'Open',
  };
  const { id, parentId } = link;
  switch (link.to) {
    case 'expense':
      return <TextLink {...rest} to="/expenses" search={{ expense: toId<'expense'>(id) }} />;
    case 'wallet':
      return <TextLink {...rest} to="/wallets/$walletId/transactions" params={{ walletId: id }} />;
    case 'transaction':
      return (
        parentId && (
          <TextLink
            {...rest}
            to="/wallets/$walletId/transactions"
            params={{ walletId: parentId }}
            search={{ dialog: 'history', subject: toId<'transaction'>(id) }}
          />
        )
      );
    case 'member':
      return <TextLink {...rest} to="/members/$memberId" params={{ memberId: id }} />;
    case 'event':
      return <TextLink {...rest} to="/calendar" search={{ event: toId<'event'>(id) }} />;
    case 'chapter':
      return <TextLink {...rest} to="/settings/chapter" />;
    case 'invitations':
      return <TextLink {...rest} to="/members" />;
  }
}
