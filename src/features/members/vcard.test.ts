import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleRuns } from '#app/testing/amounts.ts';
import { testId } from '#kit/testing/test-id.ts';
import { type ExportedMember, formatMembersCsv } from './members-csv.ts';
import { formatVcards } from './vcard.ts';

const tom: ExportedMember = {
  id: testId('0197a000-0000-7000-8000-000000000001'),
  externalUserIdentifier: null,
  displayName: 'Tom Becker; Jr, \\',
  firstName: 'Tom',
  lastName: 'Becker; Jr, \\',
  email: 'tom@example.org',
  primaryPhone: '+1 619 555 0100',
  company: '=Harbor, "Foods"',
  title: null,
  website: 'https://example.org/a,b;c',
  city: null,
  bio: 'Sails.\nBakes.\r\nBEGIN:VCARD',
  headline: null,
  asks: null,
  offers: null,
  audit: { createdAt: '2024-03-05T18:00:00.000Z' },
};

test('a card follows RFC 6350: missing fields are omitted and special characters escaped', () => {
  expect(formatVcards([tom])).toBe(
    [
      'BEGIN:VCARD',
      'VERSION:4.0',
      'UID:urn:uuid:0197a000-0000-7000-8000-000000000001',
      'FN:Tom Becker\\; Jr\\, \\\\',
      'N:Becker\\; Jr\\, \\\\;Tom;;;',
      'EMAIL:tom@example.org',
      'TEL:+1 619 555 0100',
      'ORG:=Harbor\\, "Foods"',
      'URL:https://example.org/a,b;c',
      'NOTE:Sails.\\nBakes.\\nBEGIN:VCARD',
      'END:VCARD',
      '',
    ].join('\r\n'),
  );
});

test('lines are at most 75 octets, never split a character, and unfold to the original', {
  tags: ['all'],
}, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (bio) => {
      const card = formatVcards([{ ...tom, bio: `x${bio}` }]);
      const lines = card.split('\r\n');
      const octets = lines.map((line) => new TextEncoder().encode(line).length);
      expect(Math.max(...octets)).toBeLessThanOrEqual(75);
      expect(lines.every((line) => !bio.isWellFormed() || line.isWellFormed())).toBe(true);
      expect(lines.some((line) => /[\r\n]/.test(line))).toBe(false);
      const unfolded = card.replaceAll('\r\n ', '').split('\r\n');
      expect(unfolded.filter((line) => line === 'BEGIN:VCARD')).toHaveLength(1);
      const note = unfolded.find((line) => line.startsWith('NOTE:'))?.slice(5) ?? '';
      const read = note.replaceAll(/\\(.)/g, (_, c: string) => (c === 'n' ? '\n' : c));
      const expected = `x${bio}`
        .replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
        .replaceAll(/(?![\t\n])\p{Cc}/gu, '');
      expect(read).toBe(expected);
    }),
    { numRuns: scaleRuns(300) },
  );
});

test('CSV cells never start a formula', () => {
  const [, line] = formatMembersCsv([tom], 'America/Los_Angeles').split('\r\n');
  expect(line).toContain('"\'=Harbor, ""Foods"""');
  expect(line).toContain("'+1 619 555 0100");
});

test("a member is since the chapter's day", () => {
  const joined = { ...tom, audit: { createdAt: '2024-03-06T05:00:00.000Z' as const } };
  const since = (zone: string) => formatMembersCsv([joined], zone);
  expect(since('America/Los_Angeles')).toContain('2024-03-05');
  expect(since('Asia/Kolkata')).toContain('2024-03-06');
});
