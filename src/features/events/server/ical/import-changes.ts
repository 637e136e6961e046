/** What a file changes of an event that is here, before and after. */
import { formatDay, type LocalDateTime, localToDay } from '#kit/day.ts';
import { toPattern } from '#kit/recurrence/recurrence-pattern.ts';
import { describeRecurrence } from '#kit/recurrence/recurrence-text.ts';
import { cut } from '#kit/text.ts';
import type { Category } from '../../categories/category.ts';
import type { ImportedEvent } from '../../feed-contract.ts';
import { formatWhen } from '../../format-times.ts';
import { type LocalTimes, resolveOccurrence, type Series } from '../../series.ts';

export type Changes = NonNullable<ImportedEvent['changes']>;

const maxCharacters = 200;
/** Of those that differ from their series. */
const maxDates = 5;

export function listChanges(
  before: Series,
  after: Series,
  categories: readonly Category[],
): Changes {
  const was = describeSeries(before, categories);
  const is = describeSeries(after, categories);
  const fields = is.map(([name, words], index) => ({
    name,
    before: was[index]?.[1] ?? '',
    after: words,
  }));
  const dates = [...new Set([...before.exceptions.keys(), ...after.exceptions.keys()])]
    .sort()
    .map((original) => ({
      name: formatDay(localToDay(original)),
      before: describeDate(before, original),
      after: describeDate(after, original),
    }))
    .filter((date) => date.before !== date.after);
  const more = dates.length - maxDates;
  return [
    ...fields.filter((field) => field.before !== field.after),
    ...dates.slice(0, maxDates),
    ...(more > 0 ? [{ name: 'Other dates', before: '', after: `${more} more changes` }] : []),
  ].map(({ name, before: from, after: to }) => ({
    name,
    before: cut(from, maxCharacters) || null,
    after: cut(to, maxCharacters) || null,
  }));
}

function describeSeries(
  { start, end, rule, fields }: Series,
  categories: readonly Category[],
): [name: string, words: string][] {
  return [
    ['Title', fields.title],
    ['When', formatTimes({ start, end })],
    ['Recurrence', describeRecurrence(rule && toPattern(rule))],
    ['Location', fields.location],
    ['Description', fields.description],
    ['Category', categories.find(({ color }) => color === fields.categoryColor)?.name ?? ''],
  ];
}

/** Empty for a date like the others. */
function describeDate(series: Series, original: LocalDateTime): string {
  const exception = series.exceptions.get(original);
  if (!exception) return '';
  if (exception.isCanceled) return 'Canceled';
  const { title = '', location = '', description = '' } = exception.fields;
  const times = exception.times ? formatTimes(resolveOccurrence(series, original)) : '';
  return [times, title, location, description].filter(Boolean).join('; ');
}

/** With the year, because an import may be of any. */
function formatTimes({ start, end }: LocalTimes): string {
  return formatWhen({ localStart: start, localEnd: end }, { thisYear: 0 });
}
