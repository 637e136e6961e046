/** A table of a chapter's archive that people read: one CSV file. */
export type Sheet = {
  /** The file is called so. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Takes the chapter's id; its columns, in their names, are the sheet's. */
  readonly query: string;
};
