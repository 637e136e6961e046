/** What an exported chapter shows of this feature, and what members take along of it. */
import { nameOf } from '#features/members/server/store.ts';
import { time } from '#server/chapter-archive/formats.ts';
import type { Sheet } from '#server/chapter-archive/sheet.ts';

export const sheets: readonly Sheet[] = [
  {
    name: 'audit',
    title: 'Audit Log',
    about: 'Every change, with what was before and after as JSON, in the order of its hash chain.',
    query: `select s.seq as number, ${time('t.at')} as at, ${nameOf('t.actor_id')} as who, t.action,
        t.entity_kind as kind, t.entity_id as id, s.subject, t.before, t.after, s.hash
      from hub.audit t
      left join hub.audit_seal s on s.chapter_id = t.chapter_id and s.audit_id = t.id
      where t.chapter_id = $1 order by s.seq nulls last, t.id`,
  },
];

export const ownSheets: readonly Sheet[] = [
  {
    name: 'audit',
    title: 'What You Did',
    about: 'The records of your own changes in the audit log.',
    query: `select ${time('t.at')} as at, t.action, t.entity_kind as kind, t.entity_id as id, s.subject
      from hub.audit t
      left join hub.audit_seal s on s.chapter_id = t.chapter_id and s.audit_id = t.id
      where t.chapter_id = $1 and t.actor_id = $2 order by t.at, t.id`,
  },
];
