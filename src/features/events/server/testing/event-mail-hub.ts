/** A hub that sends emails, and the mails about events that wait or were sent. */
import pg from 'pg';
import { expect } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import type { ReceivedMail } from '#features/identity/server/testing/mail-server.ts';
import { startMailingHub } from '#features/identity/server/testing/mailing-hub.ts';
import type { Instant } from '#kit/day.ts';
import type { EventDetail } from '../../event.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';

type Waiting = { memberId: string; state: string; seconds: number };

export type EventMailHub = Awaited<ReturnType<typeof startEventMailHub>>;

export async function startEventMailHub(clock: () => Instant) {
  const hub = await startMailingHub(clock);
  const owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  hub.startSending();

  /** The mails of a chapter that wait to be sent. */
  async function listWaiting({ id }: { id: string }): Promise<Waiting[]> {
    const { rows } = await owner.query<Waiting>(
      `select data ->> 'memberId' as "memberId", state,
        extract(epoch from start_after - created_on)::int as seconds
      from jobs.job where data ->> 'chapterId' = $1 and state in ('created', 'retry')`,
      [id],
    );
    return rows;
  }

  /** As if nothing changed for long enough; waits until all of them were worked on. */
  async function letTimePass({ id }: { id: string }): Promise<void> {
    const hurry = async () => {
      await owner.query(
        `update jobs.job set start_after = now()
        where data ->> 'chapterId' = $1 and state in ('created', 'retry')`,
        [id],
      );
      const { rows } = await owner.query(
        `select from jobs.job where data ->> 'chapterId' = $1 and state <> 'completed'`,
        [id],
      );
      return rows.length;
    };
    await expect.poll(hurry, { timeout: 60_000 }).toBe(0);
  }

  async function listMailsTo(person: TestPerson): Promise<ReceivedMail[]> {
    const { rows } = await owner.query('select email from auth.account where id = $1', [
      person.accountId,
    ]);
    return hub.smtp.mails.filter(({ to }) => to === rows[0].email);
  }

  /** The only one. */
  async function findMailTo(chapter: { id: string }, person: TestPerson): Promise<ReceivedMail> {
    await letTimePass(chapter);
    const [mail, ...others] = await listMailsTo(person);
    if (!mail || others.length > 0) throw new Error(`there are ${others.length + (mail ? 1 : 0)}`);
    return mail;
  }

  async function close(): Promise<void> {
    await owner.end();
    await hub.close();
  }

  return { hub, owner, listWaiting, letTimePass, listMailsTo, findMailTo, close };
}

export async function answer(
  { occurrenceId }: Pick<EventDetail, 'occurrenceId'>,
  person: TestPerson,
  given: 'going' | 'maybe' | 'not-going',
): Promise<void> {
  const body = { answer: given, guests: 0 };
  (await person.call(rsvpCalls.answer, { params: { occurrenceId }, body })).value();
}
