import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import Image from 'lucide-react/icons/image';
import Pencil from 'lucide-react/icons/pencil';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Sheet from 'lucide-react/icons/sheet';
import Trash2 from 'lucide-react/icons/trash';
import { officeExtensions } from '#features/files/office.ts';
import { useSession } from '#web/api/session.ts';
import { buttonClass } from '#web/ui/actions/button-class.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { ListedDocument } from '../../documents/document-contract.ts';
import { markWords } from '../../documents/document-text.ts';
import { describeKind, formatSize, listPath } from '../../documents/document-words.ts';
import type { Folder } from '../../documents/folder-contract.ts';
import { getContentAddress } from './document-queries.ts';
import { useDeleteDocument } from './use-delete.ts';
import type { DocumentsAddress } from './use-documents-address.ts';

type RowProps = {
  /** Named with each document if they may be in several. */
  folders: readonly Folder[] | undefined;
  address: DocumentsAddress;
  mayChange: boolean;
};

/** Documents, each opened, downloaded and, by who may, changed. */
export function DocumentRows({
  documents,
  ...row
}: RowProps & { documents: readonly ListedDocument[] }) {
  return (
    <ul aria-label="Documents" className="divide-y divide-soft">
      {documents.map((document) => (
        <DocumentRow key={document.id} document={document} {...row} />
      ))}
    </ul>
  );
}

function DocumentRow({
  document,
  folders,
  address,
  mayChange,
}: RowProps & { document: ListedDocument }) {
  const { timeZone } = useSession().chapter;
  const remove = useDeleteDocument();
  const { id, name, mediaType, bytes, addedBy, addedAt, folderId, excerpt } = document;
  const path = listPath(folders ?? [], folderId).map((folder) => folder.name);
  return (
    <li className="flex min-h-14 items-center gap-3 px-4 py-2 sm:px-5">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-badge border border-line text-third">
        <KindIcon mediaType={mediaType} />
      </span>
      <div className="min-w-0 flex-1">
        <TextButton
          className="max-w-full font-medium text-ink! wrap-anywhere"
          onClick={() => address.view(id)}
        >
          {name}
        </TextButton>
        <p className="text-xs text-third wrap-anywhere">
          {[...path.slice(-1), describeKind(mediaType), formatSize(bytes), addedBy.name].join(', ')}
          , <DateText at={addedAt} zone={timeZone} />
        </p>
        {excerpt !== null && <Excerpt text={excerpt} typed={address.search.search ?? ''} />}
      </div>
      <a
        href={getContentAddress(id)}
        download={name}
        aria-label={`Download ${name}`}
        title={`Download ${name}`}
        className={buttonClass({ variant: 'ghost', size: 'sm', isSquare: true })}
      >
        <Download aria-hidden="true" />
      </a>
      {mayChange && (
        <Menu
          label={`Actions for ${name}`}
          items={[
            { label: 'Rename or Move', icon: <Pencil />, onSelect: () => address.edit(id) },
            { label: 'Upload New Version', icon: <RefreshCw />, onSelect: () => address.view(id) },
            {
              label: 'Delete',
              icon: <Trash2 />,
              tone: 'danger',
              startsGroup: true,
              onSelect: () => remove(document),
            },
          ]}
        />
      )}
    </li>
  );
}

/** Where the words are in its text. */
function Excerpt({ text, typed }: { text: string; typed: string }) {
  return (
    <p className="mt-1 line-clamp-4 text-xs text-second wrap-anywhere">
      {markWords(text, typed).map((piece, place) =>
        piece.isFound ? (
          <mark
            key={`${place} ${piece.text}`}
            className="rounded-badge bg-hover font-medium text-ink underline"
          >
            {piece.text}
          </mark>
        ) : (
          piece.text
        ),
      )}
    </p>
  );
}

function KindIcon({ mediaType }: { mediaType: string }) {
  const props = { 'aria-hidden': true, className: 'size-5' } as const;
  if (mediaType.startsWith('image/')) return <Image {...props} />;
  const isSheet = mediaType === officeExtensions.xlsx || mediaType === officeExtensions.ods;
  return isSheet ? <Sheet {...props} /> : <FileText {...props} />;
}
