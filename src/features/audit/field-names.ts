/** Labels of record fields, and which values are shown. */
import type { AuditFields, RecordFields } from '#kit/audit-words.ts';

/** Fields of every kind of record. */
const anywhere: RecordFields['names'] = {
  id: null,
  version: null,
  createdAt: null,
  createdBy: null,
  createdByUserId: null,
  updatedAt: null,
  updatedBy: null,
  chapterId: null,
  audit: null,
  title: 'title',
  description: 'description',
  name: 'name',
  timeZone: 'time zone',
  role: 'role',
  memberId: 'member',
};

/** Several features may record one kind; what one of them keeps private stays private. */
export function mergeFields(all: readonly AuditFields[]): AuditFields {
  const merged: Record<string, RecordFields> = {};
  for (const [kind, more] of all.flatMap(Object.entries<RecordFields>)) {
    const known = merged[kind];
    const shown = known?.shown || more.shown;
    const about = known?.about ?? more.about;
    merged[kind] = {
      names: { ...known?.names, ...more.names },
      values: { ...known?.values, ...more.values },
      money: [...(known?.money ?? []), ...(more.money ?? [])],
      ...(about && { about }),
      ...(shown && { shown: [...(known?.shown ?? []), ...(more.shown ?? [])] }),
    };
  }
  return merged;
}

/** Null if the field and its nested fields are not shown; undefined if it has no label. */
export function knownName(
  fields: AuditFields,
  kind: string,
  field: string,
): string | null | undefined {
  const named = (each: string) => {
    const own = fields[kind]?.names[each];
    return own === undefined ? anywhere[each] : own;
  };
  const [outer = ''] = field.split('.');
  return named(outer) === null ? null : named(field);
}

/** Fields of older versions are labeled by their identifier: 'petName' as 'pet name'. */
export function fieldName(fields: AuditFields, kind: string, field: string): string | null {
  const known = knownName(fields, kind, field);
  if (known !== undefined) return known;
  return field
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('.', ' ')
    .toLowerCase();
}
