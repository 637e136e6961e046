import { officeExtensions } from '#features/files/office.ts';
import type { Role } from '#kit/role.ts';
import type { TextState } from './document-contract.ts';
import type { Folder } from './folder-contract.ts';

const kindWords: Partial<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'Picture',
  'text/plain': 'Text',
  'text/calendar': 'Calendar file',
  'text/vcard': 'Contacts',
  'message/rfc822': 'Email',
  'application/rtf': 'Rich text',
  [officeExtensions.docx]: 'Word document',
  [officeExtensions.xlsx]: 'Excel spreadsheet',
  [officeExtensions.pptx]: 'PowerPoint presentation',
  [officeExtensions.odt]: 'Document',
  [officeExtensions.ods]: 'Spreadsheet',
  [officeExtensions.odp]: 'Presentation',
};

export function describeKind(mediaType: string): string {
  return kindWords[mediaType] ?? 'File';
}

/** '820 bytes', '12 KB', '1.2 MB' */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  // 999.6 KB would be shown as 1000.
  if (kilobytes < 999.5) return `${Math.max(1, Math.round(kilobytes))} KB`;
  return `${(kilobytes / 1024).toFixed(1)} MB`;
}

/** What a search finds it by; nothing to say if by all of its text. */
export const searchWords: Partial<Record<TextState, string>> = {
  reading: 'Its name; its text is being read',
  beginning: 'Its name and the beginning of its text',
  partly: "Its name and some of its text; the rest is in letters or pages that can't be read",
  none: 'Its name; it contains no text',
  locked: 'Its name; a password protects its text',
  unreadable: "Its name; its text can't be read",
};

export const audienceNames: Record<Role, string> = {
  member: 'Everyone',
  treasurer: 'Treasurers and Admins',
  admin: 'Admins',
};

/** From the top to the folder itself; empty at the top, and for a folder that is not known. */
export function listPath(folders: readonly Folder[], folderId: Folder['id'] | null): Folder[] {
  const folder = folders.find(({ id }) => id === folderId);
  if (!folder) return [];
  return [...listPath(folders, folder.parentId), folder];
}

/** In the order of a tree, each with the names of those it is in: 'Board / Minutes'. */
export function listFolderChoices(
  folders: readonly Folder[],
): { readonly value: Folder['id']; readonly label: string }[] {
  return folders
    .filter(({ parentId }) => parentId === null)
    .flatMap((top) => [
      { value: top.id, label: top.name },
      ...folders
        .filter(({ parentId }) => parentId === top.id)
        .map(({ id, name }) => ({ value: id, label: `${top.name} / ${name}` })),
    ]);
}
