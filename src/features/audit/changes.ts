/** Describes what a record changed: money formatted, people by name, nothing private. */
import type { AuditFields, RecordFields } from '#kit/audit-words.ts';
import {
  formatDateTime,
  formatDay,
  isDay,
  localToInstant,
  parseInstant,
  parseLocal,
} from '#kit/day.ts';
import { type Id, isId } from '#kit/id.ts';
import { type Cents, type Currency, formatMoney } from '#kit/money.ts';
import { cut } from '#kit/text.ts';
import { fieldName } from './field-names.ts';

export type Change = { field: string; before: string | null; after: string | null };

type Fields = Readonly<Record<string, unknown>>;

export type Recorded = {
  readonly kind: string;
  readonly before: unknown;
  readonly after: unknown;
};

export type NameLookup = {
  /** Labels of the features' fields. */
  readonly fields: AuditFields;
  /** The name of any entity; undefined if unknown. */
  readonly nameOf: (id: Id) => string | undefined;
  readonly getCurrency: (walletId: Id<'wallet'>) => Currency | undefined;
  /** The chapter's time zone. */
  readonly timeZone: string;
};

const maxCharacters = 500;

/** Changed fields; all fields of something new or deleted. */
export function describeChanges(record: Recorded, naming: NameLookup): Change[] {
  const kind = naming.fields[record.kind];
  const before = flattenFields(record.before, kind);
  const after = flattenFields(record.after, kind);
  const currency = getCurrency(record, naming);
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.flatMap((field) => {
    const name = fieldName(naming.fields, record.kind, field);
    if (name === null || isSame(before[field], after[field])) return [];
    const formatSide = (side: Fields) =>
      field in side ? formatField(kind, field, side[field], currency, naming) : undefined;
    const [was, is] = [formatSide(before), formatSide(after)];
    if ((was ?? nothing) === (is ?? nothing) && was !== hidden) return [];
    return [{ field: name, before: was ?? null, after: is ?? null }];
  });
}

/** Every id in the record. */
export function collectIds({ before, after }: Recorded): Id[] {
  return [...new Set(JSON.stringify([before ?? null, after ?? null]).match(uuids) ?? [])].filter(
    (found) => isId(found),
  );
}

const nothing = '-';
const hidden = 'not shown';
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Flattens one level of nested objects, as `links.chapterSiteUrl`, unless they have a formatter. */
export function flattenFields(value: unknown, kind: RecordFields | undefined): Fields {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      isObject(inner) && !kind?.values?.[name]
        ? Object.entries(inner).map(([further, formatSide]) => [`${name}.${further}`, formatSide])
        : [[name, inner]],
    ),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function getCurrency({ before, after }: Recorded, { getCurrency: find }: NameLookup): Currency {
  const walletId = [after, before].map((side) => isObject(side) && side['walletId']).find(Boolean);
  return (typeof walletId === 'string' && isId<'wallet'>(walletId) && find(walletId)) || 'USD';
}

function formatField(
  { shown, money, values }: Partial<RecordFields> = {},
  field: string,
  value: unknown,
  currency: Currency,
  naming: NameLookup,
): string {
  if (shown && !shown.includes(field)) return hidden;
  if (money?.includes(field) && Number.isSafeInteger(value)) {
    return formatMoney(value as Cents, currency);
  }
  const words = values?.[field];
  if (words && value !== null) return words(value);
  if (Array.isArray(value)) {
    const all = value.map((each) => formatValue(each, currency, naming));
    return shorten(
      all.toSorted((one, other) => one.localeCompare(other, 'en')).join(', ') || nothing,
    );
  }
  return shorten(formatValue(value, currency, naming));
}

function formatValue(value: unknown, currency: Currency, { nameOf, timeZone }: NameLookup): string {
  if (value === null || value === undefined || value === '') return nothing;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') {
    if (isId(value)) return nameOf(value) ?? 'deleted';
    const at = value.endsWith('Z') ? parseInstant(value) : undefined;
    if (at !== undefined) return formatDateTime(at, timeZone);
    if (isDay(value)) return formatDay(value);
    // A local time, shown as is.
    const local = parseLocal(value);
    return local === undefined ? value : formatDateTime(localToInstant(local, 'UTC'), 'UTC');
  }
  if (!isObject(value)) return JSON.stringify(value);
  // Such as an override, with its label and amount.
  const name = ['label', 'name', 'title'].map((key) => value[key]).find(Boolean);
  const amount = value['amount'];
  if (typeof name !== 'string') return JSON.stringify(value);
  return Number.isSafeInteger(amount) ? `${name} ${formatMoney(amount as Cents, currency)}` : name;
}

function shorten(words: string): string {
  return words.length > maxCharacters ? `${cut(words, maxCharacters)}…` : words;
}
