/** How a feature says what it records in the audit log. The roof hands all of it to the audit. */

/** What is said of actions and kinds that their own names do not say. */
export type AuditWords = {
  /** 'expense.create': 'logged the expense' */
  readonly actions?: Readonly<Record<string, string>>;
  /** 'calendar feed': 'private calendar address' */
  readonly kinds?: Readonly<Record<string, string>>;
};

/** What the fields of one kind of record are called, as its reader would say it. */
export type RecordFields = {
  /** Null: it is not told, because it is a number of our own, or follows from the rest. */
  readonly names: Readonly<Record<string, string | null>>;
  /** Where what is stored is not what anyone says. */
  readonly values?: Readonly<Record<string, (value: unknown) => string>>;
  /** Fields that are cents, in the currency of the record's wallet. */
  readonly money?: readonly string[];
  /** Where given, of all other fields only that they changed is told: the rest is private. */
  readonly shown?: readonly string[];
};

/** By kind of record. */
export type AuditFields = Readonly<Record<string, RecordFields>>;
