import { Download } from 'lucide-react';
import { useState } from 'react';
import { formatCount, plural } from '#kit/words.ts';
import { saveFile } from '#web/screen/save-file.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { auditCsv } from '../audit-csv.ts';
import { usePhrases } from './phrases.ts';
import { maxExported, readForExport } from './queries.ts';
import type { AuditSearch } from './search.ts';

/** What the filters leave, as a file for a spreadsheet. */
export function ExportButton({ search }: { search: AuditSearch }) {
  const phrases = usePhrases();
  const [count, setCount] = useState<number>();
  const save = async () => {
    setCount(0);
    try {
      const { records, isWhole } = await readForExport(search, setCount);
      saveFile('Audit log.csv', auditCsv(records, phrases), 'text/csv');
      const told = `${plural(records.length, 'record')} exported`;
      if (isWhole) toast.success(told);
      else {
        toast.info({
          title: told,
          description: `That's the most one file can hold (${formatCount(maxExported)}). Narrow the filters to export the rest.`,
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
