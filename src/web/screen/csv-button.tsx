import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { Button } from '../ui/actions/button.tsx';
import { toast } from '../ui/overlays/toast.ts';
import type { CsvExport } from './csv-export.ts';

/** Saves everything under a list's filter as a CSV file, in the order of the list. */
export function CsvButton(props: CsvExport) {
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      const { saveCsv } = await import('./save-csv.ts');
      await saveCsv(props);
    } catch {
      toast.error(`Couldn't export the ${props.noun}s.`);
    }
    setIsBusy(false);
  };
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<Download aria-hidden="true" />}
      isBusy={isBusy}
      busyLabel="Exporting..."
      onClick={() => void save()}
    >
      Export CSV
    </Button>
  );
}
