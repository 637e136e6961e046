import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleRuns } from '#app/testing/amounts.ts';
import { readText } from '../testing/read-calendar.ts';
import { escapeText, formatLines } from './ical-lines.ts';

test('any text is folded at 75 octets and parsed back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 300 }), async (given) => {
      // A text in a file has neither control characters nor space around it.
      const text = given.replaceAll(/[\p{Cc}]/gu, '').trim();
      const written = formatLines([
        'BEGIN:VCALENDAR',
        `SUMMARY:${escapeText(text)}`,
        'END:VCALENDAR',
      ]);
      for (const line of written.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThan(76);
      const [calendar] = await readText(written);
      expect(calendar?.properties[0]?.values[0]?.trim()).toBe(text);
    }),
    { numRuns: scaleRuns(1_000) },
  );
});
