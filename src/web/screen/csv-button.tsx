import { Download } from 'lucide-react';
import { useState } from 'react';
import { formatCount, plural } from '#kit/counts.ts';
import { Button } from '../ui/actions/button.tsx';
import { toast } from '../ui/overlays/toast.ts';
import { saveFile } from './save-file.ts';

/** The most lines of a file. */
export const maxExported = 10_000;

/** Saves everything under a list's filter as a CSV file, in the order of the list. */
export function CsvButton({
  fileName,
  noun,
  read,
}: {
  fileName: string;
  /** What is exported, as one: 'expense'. */
  noun: string;
  read: () => Promise<{
    readonly text: string;
    readonly count: number;
    /** False if there is more than `maxExported`. */
    readonly isComplete: boolean;
  }>;
}) {
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      const { text, count, isComplete } = await read();
      saveFile(fileName, text, 'text/csv');
      const title = `${plural(count, noun)} exported`;
      if (isComplete) toast.success(title);
      else {
        toast.info({
          title,
          description: `That's the most one file can hold (${formatCount(maxExported)}). Narrow the filters to export the rest.`,
        });
      }
    } catch {
      toast.error(`Couldn't export the ${noun}s.`);
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
