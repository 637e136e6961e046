import { useState } from 'react';
import { plural } from '#kit/counts.ts';
import { describeFailure } from '#web/api/call-error.ts';
import { saveFile } from '#web/screen/save-file.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { MembersSearch } from '../search.ts';
import { exportMembers } from './directory-queries.ts';

type ExportFormat = 'csv' | 'vcard';
export const exportFormats: readonly { format: ExportFormat; label: string }[] = [
  { format: 'csv', label: 'Spreadsheet (CSV)' },
  { format: 'vcard', label: 'Address book (vCard)' },
];

/** Exports the search results in their order. */
export function useExport(search: MembersSearch): {
  isExporting: boolean;
  exportAs: (format: ExportFormat) => void;
} {
  const [isExporting, setIsExporting] = useState(false);
  const save = async (format: ExportFormat) => {
    setIsExporting(true);
    try {
      const { fileName, mediaType, text, count } = await exportMembers(search, format);
      saveFile(fileName, text, mediaType);
      toast.success(`${plural(count, 'member')} exported`);
    } catch (error) {
      toast.error({ title: "Couldn't export members.", description: describeFailure(error) });
    }
    setIsExporting(false);
  };
  return { isExporting, exportAs: (format) => void save(format) };
}
