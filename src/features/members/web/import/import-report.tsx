import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCount } from '#kit/counts.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import type { ImportField } from '../../import.ts';
import type { ImportedRow, ImportReport } from '../../import-contract.ts';
import { fieldLabels, optionalFields } from '../../profile.ts';

const fieldOptions: readonly { value: ImportField | ''; label: string }[] = [
  { value: '', label: 'Ignore' },
  { value: 'email', label: 'Email' },
  { value: 'name', label: 'Full Name' },
  { value: 'firstName', label: 'First Name' },
  { value: 'lastName', label: 'Last Name' },
  ...optionalFields.map((value) => ({ value, label: fieldLabels[value] })),
];

/** The preview of an import: the columns, which can be corrected, and the outcome of each row. */
export function ImportReportView({
  report,
  isPreviewing,
  onColumns,
  children,
}: {
  report: ImportReport;
  isPreviewing: boolean;
  onColumns: (columns: (ImportField | null)[]) => void;
  /** Further options, shown before the rows. */
  children?: ReactNode;
}) {
  const { columns, counts } = report;
  const summary = useRef<HTMLParagraphElement>(null);
  // The focused field has been removed; focusing the summary also announces it.
  useEffect(() => summary.current?.focus(), []);
  const choose = (at: number, field: ImportField | '') =>
    onColumns(
      columns.map((column, index) => {
        if (index === at) return field || null;
        // A field can be assigned to one column only.
        return column.field === field ? null : column.field;
      }),
    );
  return (
    <>
      <p ref={summary} tabIndex={-1} role="status" className="flex flex-wrap gap-2 outline-none">
        <Badge tone="settled">{`${formatCount(counts.new)} new`}</Badge>
        <Badge tone="info">{`${formatCount(counts.changed)} updated`}</Badge>
        <Badge>{`${formatCount(counts.unchanged)} unchanged`}</Badge>
        {counts.failed > 0 && <Badge tone="warn">{`${formatCount(counts.failed)} skipped`}</Badge>}
      </p>
      <section aria-label="Columns" className="flex flex-col gap-2">
        <h3 className="font-medium">What each column contains</h3>
        <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          {columns.map(({ header, sample, field }, at) => (
            <li key={at} className="min-w-0">
              <Select
                label={header || `Column ${at + 1}`}
                help={<span className="line-clamp-1 wrap-anywhere">{sample || 'Empty'}</span>}
                options={fieldOptions}
                value={field ?? ''}
                disabled={isPreviewing}
                onValueChange={(chosen) => choose(at, chosen)}
              />
            </li>
          ))}
        </ul>
      </section>
      {children}
      <Rows rows={report.rows} />
    </>
  );
}

const outcomeLabels: Record<ImportedRow['outcome'], string> = {
  new: 'New',
  changed: 'Updated',
  unchanged: 'Unchanged',
  failed: 'Skipped',
};
const outcomeTones = {
  new: 'settled',
  changed: 'info',
  unchanged: 'outline',
  failed: 'warn',
} as const;

const rowsPerPage = 100;

function Rows({ rows }: { rows: readonly ImportedRow[] }) {
  const [shown, setShown] = useState(rowsPerPage);
  const rank = ({ outcome, lost }: ImportedRow) =>
    outcome === 'failed' ? 0 : lost.length > 0 ? 1 : outcome === 'changed' ? 2 : 3;
  const listed = rows.toSorted((one, other) => rank(one) - rank(other)).slice(0, shown);
  const rest = rows.length - listed.length;
  return (
    <section aria-label="Rows" className="flex flex-col gap-2">
      <h3 className="font-medium">Rows</h3>
      <ul className="divide-y divide-soft rounded-control border border-line">
        {listed.map(({ line, outcome, name, email, reason, lost, changes }) => (
          <li key={line} className="flex items-start gap-3 px-3 py-2">
            <span className="tabular w-12 shrink-0 pt-0.5 text-right text-xs text-third">
              <span className="sr-only">Row </span>
              {line}
            </span>
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">{name || '-'}</p>
              <p className="text-xs text-third wrap-anywhere">{email}</p>
              {changes.map((change) => (
                <p key={change.name} className="mt-0.5 text-xs text-second wrap-anywhere">
                  {change.name}: {change.before ?? '-'} → {change.after ?? '-'}
                </p>
              ))}
              {[...(reason ? [reason] : []), ...lost].map((words) => (
                <p key={words} className="mt-0.5 text-xs text-warn wrap-anywhere">
                  {words}
                </p>
              ))}
            </div>
            <Badge tone={outcomeTones[outcome]}>{outcomeLabels[outcome]}</Badge>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button
          size="sm"
          className="self-center"
          onClick={() => setShown((count) => count + rowsPerPage)}
        >
          {`Show More (${formatCount(rest)} left)`}
        </Button>
      )}
    </section>
  );
}
