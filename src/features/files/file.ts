/** What a file may be: its purposes and limits, and its name. Its kind: `server/detect-kind.ts`. */
import { toLine } from '#kit/line.ts';
import { officeExtensions } from './office.ts';

/** All parts but the last have this size. */
export const partBytes = 512 * 1024;
export const maxNameLength = 200;
/** Of one member. */
export const maxUploadsPerHour = 120;
/** Of a receipt, as a member may have chosen it. */
export const maxReceiptBytes = 10 * 1024 * 1024;
/** Of a document. */
const maxDocumentBytes = 25 * 1024 * 1024;
/** Of one member at a time: what is announced counts as stored, whether it comes in or not. */
export const maxUnfinishedBytes = 10 * maxReceiptBytes;
/** Width times height. */
export const maxPixels = 50_000_000;
/** What a decoder may have to hold of a picture at once. */
export const maxDecodedBytes = 100_000_000;

/** What a file is meant for decides how large it may be and which kinds are accepted. */
export const purposes = ['receipt', 'document'] as const;
export type Purpose = (typeof purposes)[number];
export const maxBytesByPurpose: Record<Purpose, number> = {
  receipt: maxReceiptBytes,
  document: maxDocumentBytes,
};

export const maxUploadBytes = Math.max(...Object.values(maxBytesByPurpose));

export function countParts(bytes: number): number {
  return Math.ceil(bytes / partBytes);
}

/** Zero for a part that the upload does not have. */
export function getPartSize(bytes: number, part: number): number {
  return Math.max(0, Math.min(partBytes, bytes - part * partBytes));
}

/** Of texts whose bytes do not show which. None of these is opened by what runs scripts. */
const plainExtensions =
  'txt text csv tsv tab md markdown log json yaml yml tex srt ofx qfx qbo qif iif'.split(' ');

/** The extensions a kind may have, the usual one first. */
const extensionsByKind: Partial<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'application/pdf': ['pdf'],
  'application/rtf': ['rtf'],
  'text/calendar': ['ics', 'ical', 'ifb', 'vcs', 'txt'],
  'text/vcard': ['vcf', 'vcard', 'txt'],
  // Notes may begin like a mail.
  'message/rfc822': ['eml', 'mbox', ...plainExtensions],
  'text/plain': plainExtensions,
  // Templates and slide shows have the same parts, and are opened by their extension.
  [officeExtensions.docx]: ['docx', 'dotx'],
  [officeExtensions.xlsx]: ['xlsx', 'xltx'],
  [officeExtensions.pptx]: ['pptx', 'ppsx', 'potx'],
  [officeExtensions.odt]: ['odt', 'ott'],
  [officeExtensions.ods]: ['ods', 'ots'],
  [officeExtensions.odp]: ['odp', 'otp'],
};

/**
 * The name under which a file is shown and saved: the last part of a path, one visible line, with the
 * extension of its kind, whatever the uploader's was.
 */
export function toFileName(sent: string, mediaType: string): string {
  const shown = toLine(sent.split(/[\\/]/).at(-1) ?? '').replaceAll(/[\p{Cf}"<>:|?*]/gu, '');
  const line = shown.replace(/(?<![.\s])[.\s]+$/, '');
  const extensions = extensionsByKind[mediaType] ?? ['bin'];
  const end = line.lastIndexOf('.');
  const extension = line.slice(end + 1).toLowerCase();
  if (end >= 0 && extensions.includes(extension)) {
    return `${shorten(line.slice(0, end), extension)}${line.slice(end)}`;
  }
  const [usual = ''] = extensions;
  // The end of "Invoice 2026.11" is no extension.
  return `${shorten(line.replace(/\.[a-z]\w{0,4}$/i, ''), usual)}.${usual}`;
}

/** Leaves room for the extension. Neither hidden nor a folder: not empty and without dots at its ends. */
function shorten(stem: string, extension: string): string {
  const bare = stem.replaceAll(/^[.\s]+|[.\s]+$/g, '');
  const short = bare.slice(0, maxNameLength - extension.length - 2);
  return short.toWellFormed().replaceAll('\ufffd', '').trim() || 'File';
}
