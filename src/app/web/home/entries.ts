/** What every feature shows on Home, found by file name; only Home loads it. */
import type { HomeEntries, HomeReader } from '#web/home-entries.ts';

const byPlace = (one: { readonly place: number }, other: { readonly place: number }) =>
  one.place - other.place;

const entries = Object.values(
  import.meta.glob<HomeEntries>('/src/features/*/web/home-entries.ts', {
    eager: true,
    import: 'home',
  }),
);

export const cards = entries.flatMap((feature) => feature.cards ?? []).sort(byPlace);
export const sentences = entries.flatMap(({ today }) => today ?? []).sort(byPlace);
export const sentenceReads = sentences.flatMap(({ read, further }) =>
  further ? [read, further] : [read],
);
export const steps = entries.flatMap((feature) => feature.steps ?? []).sort(byPlace);
const waiting = entries.flatMap((feature) => feature.waiting ?? []).sort(byPlace);

export const listWaitingFor = (reader: HomeReader) =>
  waiting.filter(({ isFor }) => isFor?.(reader) ?? true);

/** What Home reads before it is shown, each once. None waits for another. */
export function listReads(reader: HomeReader) {
  const reads = [
    ...sentenceReads,
    ...listWaitingFor(reader).map(({ read }) => read),
    ...cards.filter(({ isFor }) => isFor?.(reader) ?? true).flatMap((card) => card.reads),
    ...(reader.role === 'admin' ? steps.flatMap(({ read }) => read ?? []) : []),
  ];
  return [...new Set(reads)];
}
