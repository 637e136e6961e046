/** Kinds of texts, recognized by how they begin: their readers ignore a mark, white space and the case of letters before it. */
import { toLatin } from './office.ts';

const starts: readonly [string, RegExp][] = [
  ['application/rtf', /^\{\\rtf?\d/],
  ['text/calendar', /^BEGIN:VCALENDAR\s/i],
  ['text/vcard', /^BEGIN:VCARD\s/i],
];

export function detectTextKind(head: Uint8Array): string {
  const text = toLatin(head)
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*/, '');
  const found = starts.find(([, start]) => start.test(text))?.[0];
  return found ?? (isMail(text) ? 'message/rfc822' : 'text/plain');
}

/** Those that a mail has, from a sender or in a folder. */
const senders = ['from', 'sender', 'return-path', 'received'];
const others = ['date', 'message-id', 'mime-version', 'subject', 'to'];

/** Nothing but header fields up to the first empty line, with who sent it and at least two others. */
function isMail(text: string): boolean {
  const [first = '', rest] = text.replace(/^From .*\r?\n/, '').split(/\r?\n\r?\n/, 2);
  const lines = first.split(/\r?\n/);
  // The last one may be cut where the head of the file ends.
  const whole = rest === undefined ? lines.slice(0, -1) : lines;
  const fields = whole.filter((line) => !/^[ \t]/.test(line));
  const names = fields.map((line) => /^([!-9;-~]+):/.exec(line)?.[1]?.toLowerCase());
  const count = (known: readonly string[]) => known.filter((name) => names.includes(name)).length;
  return !names.includes(undefined) && count(senders) > 0 && count(others) > 1;
}
