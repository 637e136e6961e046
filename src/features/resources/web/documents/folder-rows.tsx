import FolderIcon from 'lucide-react/icons/folder';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { audienceNames } from '../../documents/document-words.ts';
import type { Folder } from '../../documents/folder-contract.ts';
import { useDeleteFolder } from './use-delete.ts';
import type { DocumentsAddress } from './use-documents-address.ts';

/** Folders, each with who sees it unless everyone does. */
export function FolderRows({
  folders,
  address,
  mayChange,
}: {
  folders: readonly Folder[];
  address: DocumentsAddress;
  mayChange: boolean;
}) {
  const remove = useDeleteFolder();
  if (folders.length === 0) return null;
  return (
    <ul aria-label="Folders" className="divide-y divide-soft border-b border-soft">
      {folders.map((folder) => (
        <li key={folder.id} className="flex min-h-14 items-center gap-3 px-4 py-2 sm:px-5">
          <span className="flex size-10 shrink-0 items-center justify-center rounded-badge bg-primary-tint text-primary-ink">
            <FolderIcon aria-hidden="true" className="size-5" />
          </span>
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
            <TextLink
              to="/resources/documents"
              search={{ folder: folder.id }}
              className="font-medium text-ink! wrap-anywhere"
            >
              {folder.name}
            </TextLink>
            {folder.audience !== 'member' && <Badge>{audienceNames[folder.audience]}</Badge>}
          </div>
          {mayChange && (
            <Menu
              label={`Actions for ${folder.name}`}
              items={[
                {
                  label: 'Edit Folder',
                  icon: <Pencil />,
                  onSelect: () => address.editFolder(folder.id),
                },
                {
                  label: 'Delete',
                  icon: <Trash2 />,
                  tone: 'danger',
                  startsGroup: true,
                  onSelect: () => remove(folder),
                },
              ]}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
