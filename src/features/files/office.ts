/** Office documents and texts, recognized by their bytes. */

const openXml = 'application/vnd.openxmlformats-officedocument.';
const openDocument = 'application/vnd.oasis.opendocument.';

export const officeExtensions = {
  docx: `${openXml}wordprocessingml.document`,
  xlsx: `${openXml}spreadsheetml.sheet`,
  pptx: `${openXml}presentationml.presentation`,
  odt: `${openDocument}text`,
  ods: `${openDocument}spreadsheet`,
  odp: `${openDocument}presentation`,
} as const;

/** Each byte as the letter of its number. */
export const toLatin = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/** The format before 2007, which has room for anything. */
export function isOldOffice(head: Uint8Array): boolean {
  return toLatin(head.subarray(0, 8)) === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
}

export function isZip(head: Uint8Array): boolean {
  return toLatin(head.subarray(0, 4)) === 'PK\x03\x04';
}

const openDocumentTypes = Object.values(officeExtensions).filter((type) =>
  type.startsWith(openDocument),
);

/** By what its entry `mimetype` says; that of a template counts as that of its documents. */
export function detectOpenDocument(mimetype: string): string | undefined {
  const type = mimetype.trim().replace(/-template$/, '');
  return openDocumentTypes.find((known) => known === type);
}

/** Where the end of a ZIP's directory is found: it has a comment of up to 64 KB. */
export const maxZipEndBytes = 22 + 65_535;
/** Of some thousand entries. */
const maxDirectoryBytes = 1024 * 1024;

/** The place of a ZIP's directory, by its last bytes; undefined if there is none, or one far too large. */
export function findZipDirectory(
  tail: Uint8Array,
  size: number,
): { readonly start: number; readonly end: number } | undefined {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== 0x06_05_4b_50) continue;
    const bytes = view.getUint32(at + 12, true);
    const start = view.getUint32(at + 16, true);
    if (bytes > maxDirectoryBytes || start + bytes > size) return undefined;
    return { start, end: start + bytes };
  }
  return undefined;
}

export type ZipEntry = {
  readonly name: string;
  /** Where the entry itself begins. */
  readonly start: number;
  readonly isDeflated: boolean;
  /** Of its content, as it is packed. */
  readonly bytes: number;
};

/** A ZIP's entries, as far as its directory can be read. */
export function listZipEntries(directory: Uint8Array): ZipEntry[] {
  const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + 46 <= directory.length; ) {
    if (view.getUint32(at, true) !== 0x02_01_4b_50) break;
    const length = view.getUint16(at + 28, true);
    entries.push({
      name: toLatin(directory.subarray(at + 46, at + 46 + length)),
      start: view.getUint32(at + 42, true),
      isDeflated: view.getUint16(at + 10, true) === 8,
      bytes: view.getUint32(at + 20, true),
    });
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

const mainParts: readonly [string, RegExp][] = [
  [officeExtensions.docx, /^word\/document\d*\.xml$/],
  [officeExtensions.xlsx, /^xl\/workbook\d*\.xml$/],
  [officeExtensions.pptx, /^ppt\/presentation\d*\.xml$/],
];

/** By the names in it; undefined for other ZIPs, and for what carries macros. */
export function detectOffice(names: readonly string[]): string | undefined {
  if (!names.includes('[Content_Types].xml')) return undefined;
  if (names.some((name) => /vbaproject/i.test(name))) return undefined;
  return mainParts.find(([, main]) => names.some((name) => main.test(name)))?.[0];
}

/** Pages and pictures that may run scripts begin so, in UTF-16 too. */
export function startsAsMarkup(head: Uint8Array): boolean {
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</.test(toLatin(head).replaceAll('\0', ''));
}

/**
 * Whether parts of a file can be text in a usual encoding, which its beginning shows: no control characters but
 * those of lines and tabs. Parts of UTF-16 have an even length.
 */
export function createTextCheck(head: Uint8Array): (part: Uint8Array) => boolean {
  const isShown = (code: number) => code >= 32 || (code >= 9 && code <= 13);
  const [first, second] = head;
  const isLittle = first === 0xff && second === 0xfe;
  if (!isLittle && (first !== 0xfe || second !== 0xff)) return (part) => part.every(isShown);
  return (part) => {
    const units = new DataView(part.buffer, part.byteOffset, part.byteLength);
    for (let at = 0; at < part.length; at += 2)
      if (at + 1 === part.length || !isShown(units.getUint16(at, isLittle))) return false;
    return true;
  };
}
