/** What a feature's audit records are about: their names, and the pages that show them. */

export type AuditSubjects = {
  /** Tables with ids that records may contain. A wallet's amounts are in its currency. */
  readonly named?: readonly {
    readonly table: string;
    readonly name: string;
    readonly currency?: string;
  }[];
  /** By kind of record; the browser has the address of each page. */
  readonly pages?: Readonly<Record<string, AuditPage>>;
};

type AuditPage = {
  /** 'event' */
  readonly page: string;
  /** SQL for the id of what the page shows, null once it is gone; the record is `s`. */
  readonly id: string;
  /** SQL for the id of what that is part of, if its address needs it. */
  readonly parentId?: string;
};

/** What is never gone. */
export const ofRecord = 's.entity_id';

/** The row of a table with the record's id, unless a condition says that it is gone. */
export const ofTable = (table: string, column = 'id', condition = 'true') =>
  `(select t.${column} from hub.${table} t
    where t.chapter_id = s.chapter_id and t.id = s.entity_id and ${condition})`;
