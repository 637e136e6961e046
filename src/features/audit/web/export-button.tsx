import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { formatCount, plural } from '#kit/counts.ts';
import { saveFile } from '#web/screen/save-file.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { auditCsv } from '../audit-csv.ts';
import { phrases } from './phrases.ts';
import { maxExportedRecords, readForExport } from './queries.ts';
import type { AuditSearch } from './search.ts';

/** Exports the filtered records as a CSV file. */
export function ExportButton({ search }: { search: AuditSearch }) {
  const [count, setCount] = useState<number>();
  const save = async () => {
    setCount(0);
    try {
      const { records, isComplete } = await readForExport(search, setCount);
      saveFile('Audit log.csv', auditCsv(records, phrases), 'text/csv');
      const title = `${plural(records.length, 'record')} exported`;
      if (isComplete) toast.success(title);
      else {
        toast.info({
          title,
          description: `That's the most one file can hold (${formatCount(maxExportedRecords)}). Narrow the filters to export the rest.`,
        });
      }
    } catch {
      toast.error("Couldn't export the audit log.");
    }
    setCount(undefined);
  };
  return (
    <Button
      icon={<Download aria-hidden="true" />}
      isBusy={count !== undefined}
      busyLabel={count ? `Exporting ${formatCount(count)}...` : 'Exporting...'}
      onClick={() => void save()}
    >
      <span>
        Export<span className="max-sm:sr-only"> CSV</span>
      </span>
    </Button>
  );
}
