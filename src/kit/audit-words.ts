/**
 * Wording of a feature's audit records; the app composes all features' and passes it to the audit.
 */

/** Phrases for actions and kinds whose names are not self-explanatory. */
export type AuditWords = {
  /** 'expense.create': 'logged the expense' */
  readonly actions?: Readonly<Record<string, string>>;
  /** 'calendar feed': 'private calendar address' */
  readonly kinds?: Readonly<Record<string, string>>;
};

/** Labels of the fields of one kind of record. */
export type RecordFields = {
  /** Null for fields that are not shown: internal ids and derived values. */
  readonly names: Readonly<Record<string, string | null>>;
  /** Formatters for values that are not shown as stored. */
  readonly values?: Readonly<Record<string, (value: unknown) => string>>;
  /** Fields in cents, in the currency of the record's wallet. */
  readonly money?: readonly string[];
  /** What a line adds to the action: 'of $250.00 from Yuki to the chapter'. */
  readonly about?: (record: object) => string;
  /** If given, other fields are private: only the fact that they changed is shown. */
  readonly shown?: readonly string[];
};

/** By kind of record. */
export type AuditFields = Readonly<Record<string, RecordFields>>;

/** The names of fields from their labels: 'Paid By' is 'paid by'. */
export function namesFromLabels(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(labels).map(([field, label]) => [field, label.toLowerCase()]),
  );
}
