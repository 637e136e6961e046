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

/** Compares what forms hold: texts, choices, and lists and records of them. */
export function isSameInput(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
