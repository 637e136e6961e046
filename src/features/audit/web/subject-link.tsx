import { TextLink } from '#web/ui/actions/text-link.tsx';
import type { AuditRecord } from '../contract.ts';
import { pages, phrases } from './phrases.ts';

/** Links to the subject of a record, if it still exists. */
export function SubjectLink({
  record: { kind, subject, link },
}: {
  record: Pick<AuditRecord, 'kind' | 'subject' | 'link'>;
}) {
  const page = pages[link?.to ?? ''];
  if (!link || !page) return null;
  const label = `Open the ${phrases.formatKind(kind)}`;
  return (
    <TextLink
      {...page(link.id, link.parentId)}
      className="min-h-6 min-w-6 shrink-0 text-sm"
      aria-label={subject === null ? label : `${label} "${subject}"`}
    >
      Open
    </TextLink>
  );
}
