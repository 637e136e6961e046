import { namesFromLabels } from '#kit/audit-words.ts';

/** A table of a chapter's archive that people read: one CSV file. */
export type Sheet = {
  /** The file is called so. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Takes the chapter's id; its columns, in their names, are the sheet's. */
  readonly query: string;
};

/** Columns for fields in the names of their labels; the row is `t`. */
export function labeledColumns<Field extends string>(
  fields: readonly Field[],
  labels: Readonly<Record<Field, string>>,
  columnOf: Readonly<Record<Field, string>>,
): string {
  const names = namesFromLabels(labels);
  return fields
    .map((field) => `t.${columnOf[field]} as "${names[field]?.replaceAll(' ', '_')}"`)
    .join(', ');
}
