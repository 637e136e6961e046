/** Compares how a screen looks with how it is kept, allowing for other machines' rounding. */
import type { Drawn } from './read-look.ts';

/** What is drawn, by width and theme: '360 dark'. */
export type Look = Record<string, Drawn[]>;

/** Text may be this much wider or narrower on another machine; a grid's step is 4 px. */
const maxPixels = 2;
const maxDifferences = 20;

/** One line for each drawn element: `name | left,top width x height | style`. */
export function formatLook(look: Look): string {
  return Object.entries(look)
    .map(
      ([title, drawn]) =>
        `# ${title}\n${drawn.map((one) => `${one.name} | ${formatBox(one.box)} | ${one.style}\n`).join('')}`,
    )
    .join('\n');
}

const formatBox = (box: Drawn['box']) => (box ? box.join(' ') : '-');

export function parseLook(text: string): Look {
  const look: Look = {};
  let drawn: Drawn[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('# ')) {
      drawn = [];
      look[line.slice(2)] = drawn;
    } else if (line !== '') {
      const [style = '', box = '', ...name] = line.split(' | ').reverse();
      const numbers = box.split(' ').map(Number) as unknown as NonNullable<Drawn['box']>;
      drawn.push({
        name: name.reverse().join(' | '),
        box: box === '-' ? undefined : numbers,
        style,
      });
    }
  }
  return look;
}

/** The differences as sentences; empty if none. */
export function compareLooks(kept: Look, seen: Look): string[] {
  const differences = Object.entries(seen).flatMap(([title, drawn]) => {
    const before = kept[title] ?? [];
    const missing = before.map(({ name }) => name);
    const added: string[] = [];
    for (const { name } of drawn) {
      const place = missing.indexOf(name);
      if (place === -1) added.push(name);
      else missing.splice(place, 1);
    }
    if (missing.length > 0 || added.length > 0) {
      return [
        ...missing.map((name) => `${title}: ${name} is missing`),
        ...added.map((name) => `${title}: ${name} is new`),
      ];
    }
    return drawn.flatMap((one, place) => {
      const other = before[place];
      if (other?.name !== one.name) return [`${title}: ${one.name} is in another place`];
      return compareDrawn(other, one).map((difference) => `${title}: ${one.name} ${difference}`);
    });
  });
  return differences.slice(0, maxDifferences);
}

function compareDrawn(kept: Drawn, seen: Drawn): string[] {
  const isFar = seen.box?.some(
    (number, place) => Math.abs(number - (kept.box?.[place] ?? 0)) > maxPixels,
  );
  return [
    ...(isFar ? [`is at ${formatBox(seen.box)} instead of ${formatBox(kept.box)}`] : []),
    ...(seen.style === kept.style ? [] : [`is "${seen.style}" instead of "${kept.style}"`]),
  ];
}
