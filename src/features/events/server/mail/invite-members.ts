import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { Work } from '../work.ts';
import { queueChangeMails } from './queue-change-mails.ts';

/** Emails all other members about the first of these new occurrences that is not over. */
export async function inviteMembers(work: Work, ids: readonly Id<'occurrence'>[]): Promise<void> {
  if (!work.sendsMail) return;
  const { tx, caller, now } = work;
  const { rows } = await sql<{ id: Id<'occurrence'> }>`
    update hub.event_occurrence set members_invited = true
    where chapter_id = ${caller.chapterId} and id = (
      select id from hub.event_occurrence
      where chapter_id = ${caller.chapterId} and id = any(${[...ids]}::uuid[])
        and status = 'confirmed' and ends_at > ${now}
      order by starts_at limit 1
    )
    returning id
  `.execute(tx);
  await queueChangeMails(work, new Map(rows.map(({ id }) => [id, null])));
}
