/** Files of other programs with random damage. */
import fc from 'fast-check';
import { readCalendarFile, realCalendars } from './real-calendars.ts';

/** Cuts a file, repeats, drops, swaps or garbles some of its lines. */
const mutation = fc.record({
  file: fc.constantFrom(...realCalendars),
  other: fc.constantFrom(...realCalendars),
  changes: fc.array(
    fc.record({
      kind: fc.constantFrom('cut', 'repeat', 'drop', 'swap', 'garble', 'graft'),
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      to: fc.double({ min: 0, max: 0.999, noNaN: true }),
      text: fc.oneof(
        fc.string({ maxLength: 5 }),
        fc.constantFrom(':', ';', '"', ',', '=', '-', '9'),
      ),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

export const mutatedCalendar = mutation.map(({ file, other, changes }) => {
  const lines = readCalendarFile(file).split('\n');
  const foreign = readCalendarFile(other).split('\n');
  for (const { kind, at, to, text } of changes) {
    const place = Math.floor(at * lines.length);
    const line = lines[place] ?? '';
    const middle = Math.floor(to * line.length);
    if (kind === 'cut') lines.length = Math.max(place, 1);
    else if (kind === 'repeat') lines.splice(Math.floor(to * lines.length), 0, line);
    else if (kind === 'drop') lines.splice(place, 1);
    else if (kind === 'graft')
      lines.splice(place, 0, foreign[Math.floor(to * foreign.length)] ?? '');
    else if (kind === 'garble')
      lines[place] = line.slice(0, middle) + text + line.slice(middle + 1);
    else [lines[place], lines[lines.length - 1]] = [lines.at(-1) ?? '', line];
  }
  return lines.join('\n');
});
