import { formatCsv } from '#kit/csv.ts';
import type { AuditRecord } from './contract.ts';
import { formatActor, type Phrases } from './words.ts';

/** Records as CSV, in the order of the list. */
export function auditCsv(records: readonly AuditRecord[], { describeRecord }: Phrases): string {
  return formatCsv([
    ['Number', 'Time (UTC)', 'Who', 'What', 'Kind', 'Action', 'Name', 'ID', 'Changes', 'Record'],
    ...records.map((record) => [
      String(record.seq),
      record.at,
      formatActor(record),
      describeRecord(record),
      record.kind,
      record.action,
      record.subject ?? '',
      record.subjectId,
      [
        ...record.changes.map(
          ({ field, before, after }) => `${field}: ${before ?? ''} → ${after ?? ''}`,
        ),
        ...(record.hasMoreChanges ? ['…'] : []),
      ].join('; '),
      record.id,
    ]),
  ]);
}
