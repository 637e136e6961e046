import * as z from 'zod/mini';
import { newChapter } from '#features/chapters/installation-contract.ts';
import { createChapter } from '#features/chapters/server/create-chapter.ts';
import { createMainCalendar } from '#features/events/server/store.ts';
import { toInstant } from '#kit/day.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import { newId } from '#server/database/ids.ts';
import '#server/http/zod-settings.ts';
import { withIdentity } from './with-identity.ts';

/** What the operator called them. */
const options: Readonly<Record<string, string>> = {
  adminEmail: '--admin',
  timeZone: '--time-zone',
  policy: '--policy',
};

/** Creates a chapter with the configured external links and invites its first admin. */
export async function createChapterCommand(
  config: Config,
  wish: { name: string; admin: string; timeZone?: string; policy: string },
): Promise<void> {
  const { name: _, timeZone, isTimeZoneGiven: __, ...links } = config.chapter;
  const read = z.safeDecode(newChapter, {
    name: wish.name,
    timeZone: wish.timeZone ?? timeZone,
    policy: wish.policy as 'open',
    links,
    adminEmail: wish.admin,
  });
  if (!read.success) {
    const issue = read.error.issues[0];
    const field = issue?.path.join('.') ?? 'It';
    throw new CommandError(`${options[field] ?? field}: ${issue?.message ?? 'refused'}`);
  }
  await withIdentity(config, async (services) => {
    const by = { now: toInstant(Temporal.Now.instant()), newId };
    const made = await createChapter(services, createMainCalendar, read.data, undefined, by);
    if (!made.ok) throw new CommandError(made.refusal.message);
    const { chapter, invitation } = made.value;
    process.stderr.write(`Created the chapter ${chapter.name} (${chapter.id})\n`);
    process.stdout.write(
      invitation?.link
        ? `${invitation.link}\n`
        : `Invited ${wish.admin}; the email is sent while the server runs\n`,
    );
  });
}
