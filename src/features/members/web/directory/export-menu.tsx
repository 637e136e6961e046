import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { plural } from '#kit/counts.ts';
import { describeFailure } from '#web/api/call-error.ts';
import { saveFile } from '#web/screen/save-file.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import type { MembersSearch } from '../search.ts';
import { exportMembers } from './directory-queries.ts';

/** Exports the search results in their order. */
export function ExportMenu({ search }: { search: MembersSearch }) {
  const [isBusy, setIsBusy] = useState(false);
  const save = async (format: 'csv' | 'vcard') => {
    setIsBusy(true);
    try {
      const { fileName, mediaType, text, count } = await exportMembers(search, format);
      saveFile(fileName, text, mediaType);
      toast.success(`${plural(count, 'member')} exported`);
    } catch (error) {
      toast.error({ title: "Couldn't export members.", description: describeFailure(error) });
    }
    setIsBusy(false);
  };
  return (
    <Menu
      label="Export"
      items={[
        { label: 'Spreadsheet (CSV)', onSelect: () => void save('csv') },
        { label: 'Address book (vCard)', onSelect: () => void save('vcard') },
      ]}
      trigger={(props) => (
        <Button
          {...props}
          icon={<FileDown aria-hidden="true" />}
          isBusy={isBusy}
          busyLabel="Exporting..."
        >
          Export
        </Button>
      )}
    />
  );
}
