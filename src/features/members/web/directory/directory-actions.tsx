import FileDown from 'lucide-react/icons/file-down';
import FileUp from 'lucide-react/icons/file-up';
import UserPlus from 'lucide-react/icons/user-plus';
import UsersRound from 'lucide-react/icons/users-round';
import { Button } from '#web/ui/actions/button.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { MenuItem } from '#web/ui/overlays/menu-items.ts';
import type { MembersDialog, MembersSearch } from '../search.ts';
import { exportFormats, useExport } from './use-export.ts';

/** What is done with the directory; on a phone all but inviting is in one menu beside the title. */
export function DirectoryActions({
  search,
  mayOpen,
  onOpen,
}: {
  search: MembersSearch;
  mayOpen: Readonly<Record<MembersDialog, boolean>>;
  onOpen: (dialog: MembersDialog) => void;
}) {
  const { isExporting, exportAs } = useExport(search);
  const folded: MenuItem[] = [
    {
      label: 'Groups',
      icon: <UsersRound aria-hidden="true" />,
      onSelect: () => onOpen('groups'),
    },
    ...exportFormats.map(({ format, label }, place) => ({
      label: `Export: ${label}`,
      icon: <FileDown aria-hidden="true" />,
      disabled: isExporting,
      onSelect: () => exportAs(format),
      startsGroup: place === 0,
    })),
    ...(mayOpen.import
      ? [
          {
            label: 'Import',
            icon: <FileUp aria-hidden="true" />,
            onSelect: () => onOpen('import'),
          },
        ]
      : []),
  ];
  return (
    <>
      <div className="sm:hidden">
        <Menu label="Directory" items={folded} />
      </div>
      <div className="contents max-sm:hidden">
        <Button icon={<UsersRound aria-hidden="true" />} onClick={() => onOpen('groups')}>
          Groups
        </Button>
        <Menu
          label="Export"
          items={exportFormats.map(({ format, label }) => ({
            label,
            onSelect: () => exportAs(format),
          }))}
          trigger={(props) => (
            <Button
              {...props}
              icon={<FileDown aria-hidden="true" />}
              isBusy={isExporting}
              busyLabel="Exporting..."
            >
              Export
            </Button>
          )}
        />
        {mayOpen.import && (
          <Button icon={<FileUp aria-hidden="true" />} onClick={() => onOpen('import')}>
            Import
          </Button>
        )}
      </div>
      {mayOpen.invite && (
        <Button
          variant="primary"
          icon={<UserPlus aria-hidden="true" />}
          onClick={() => onOpen('invite')}
        >
          {/* Only its icon, where it would take a row of its own. */}
          <span className="max-sm:sr-only">Invite</span>
        </Button>
      )}
    </>
  );
}
