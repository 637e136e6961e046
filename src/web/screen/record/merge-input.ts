/**
 * What a form says about a newer version of its record: a field that was touched stays as typed, any
 * other takes the newer value. Of a list of ids, what was added and removed counts, so that two people
 * may add to it at the same time.
 */
export function mergeInput<Values extends object>(
  typed: Values,
  before: Values,
  newer: Values,
): Values {
  const merged = { ...newer };
  for (const name of Object.keys(typed) as (keyof Values)[]) {
    merged[name] = mergeField(typed[name], before[name], newer[name]);
  }
  return merged;
}

function mergeField<Value>(typed: Value, before: Value, newer: Value): Value {
  if (isSameInput(typed, before)) return newer;
  if (!isList(typed) || !isList(before) || !isList(newer)) return typed;
  const kept = newer.filter((id) => typed.includes(id) || !before.includes(id));
  const added = typed.filter((id) => !before.includes(id) && !newer.includes(id));
  return [...kept, ...added] as Value;
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

/**
 * The same for the rows of a list that is saved as a whole, each with a key that it has in all three: by field, and in
 * the order that was chosen, or else in the newer one. A row that was changed stays, even if it is newly gone.
 */
export function mergeRows<Row extends { readonly key: string }>(
  typed: readonly Row[],
  before: readonly Row[],
  newer: readonly Row[],
): Row[] {
  const byKey = (rows: readonly Row[]) => new Map(rows.map((row) => [row.key, row]));
  const [mine, old, theirs] = [byKey(typed), byKey(before), byKey(newer)];
  const listed = newer.flatMap((row) => {
    const [typedRow, oldRow] = [mine.get(row.key), old.get(row.key)];
    if (typedRow && oldRow) return [mergeInput(typedRow, oldRow, row)];
    return oldRow ? [] : [row];
  });
  const own = typed.filter((row) => !theirs.has(row.key) && !isSameInput(row, old.get(row.key)));
  const merged = [...listed, ...own];
  const keysOf = (rows: readonly Row[]) => rows.map(({ key }) => key);
  const unmoved = [
    ...before.filter(({ key }) => mine.has(key)),
    ...typed.filter(({ key }) => !old.has(key)),
  ];
  if (isSameInput(keysOf(typed), keysOf(unmoved))) return merged;
  const place = ({ key }: Row) => (mine.has(key) ? keysOf(typed).indexOf(key) : typed.length);
  return merged.toSorted((one, other) => place(one) - place(other));
}

/** Compares what forms hold: texts, choices, and lists and records of them. */
export function isSameInput(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
