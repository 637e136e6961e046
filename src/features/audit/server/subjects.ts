/** What the features say of the subjects of their records, as parts of the log's statements. */
import { type RawBuilder, sql } from 'kysely';
import type { AuditFields } from '#kit/audit-words.ts';
import type { Id } from '#kit/id.ts';
import type { AuditSubjects } from '#server/audit/subjects.ts';
import { mergeFields } from '../field-names.ts';

/** What one feature says of its records. */
export type FeatureRecords = {
  readonly auditFields?: AuditFields;
  readonly auditSubjects?: AuditSubjects;
};

export type Subjects = {
  readonly fields: AuditFields;
  /** Of a record `s`, the id of what its page shows; null if that is gone, or has no page. */
  readonly pageId: RawBuilder<Id | null>;
  readonly parentId: RawBuilder<Id | null>;
  /** Null for kinds without a page. */
  readonly findPage: (kind: string) => string | null;
  readonly selectNames: (
    chapterId: Id<'chapter'>,
    ids: readonly Id[],
  ) => RawBuilder<{ id: Id; name: string; currency: string | null }>;
};

export function joinSubjects(features: readonly FeatureRecords[]): Subjects {
  const subjects = features.flatMap(({ auditSubjects = {} }) => auditSubjects);
  const pages = subjects.flatMap(({ pages: own = {} }) => Object.entries(own));
  const pageOfKind = new Map(pages.map(([kind, { page }]) => [kind, page]));
  const byKind = (column: 'id' | 'parentId') => {
    const arms = pages.flatMap(([kind, page]) =>
      page[column] === undefined ? [] : sql`when ${sql.lit(kind)} then ${sql.raw(page[column])}`,
    );
    return sql<Id | null>`case s.entity_kind ${sql.join(arms, sql` `)} end`;
  };
  const named = subjects.flatMap(({ named: own = [] }) => own);
  return {
    fields: mergeFields(features.map(({ auditFields = {} }) => auditFields)),
    pageId: byKind('id'),
    parentId: byKind('parentId'),
    findPage: (kind) => pageOfKind.get(kind) ?? null,
    selectNames: (chapterId, ids) => {
      const tables = named.map(
        ({ table, name, currency }) => sql`
        select id, ${sql.ref(name)} as name, ${currency ? sql.ref(currency) : sql`null`} as currency
        from ${sql.table(table)} where chapter_id = ${chapterId} and id = any(${ids}::uuid[])`,
      );
      return sql`${sql.join(tables, sql` union all `)}`;
    },
  };
}
