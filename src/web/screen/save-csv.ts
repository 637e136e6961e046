import { formatCount, plural } from '#kit/counts.ts';
import { toast } from '../ui/overlays/toast.ts';
import { type CsvExport, maxExported } from './csv-export.ts';
import { saveFile } from './save-file.ts';

/** Saves the file and says what is in it. */
export async function saveCsv({ fileName, noun, read }: CsvExport): Promise<void> {
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
}
