import * as z from 'zod/mini';
import { invite } from '#features/chapters/server/invitations/invite.ts';
import { email as emailSchema } from '#features/identity/contract.ts';
import { toInstant } from '#kit/day.ts';
import { roles } from '#kit/role.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import { newId } from '#server/database/ids.ts';
import { chosenChapter, withIdentity } from './with-identity.ts';

export async function inviteCommand(
  config: Config,
  wish: { email: string; role: string; chapter?: string },
): Promise<void> {
  const role = roles.find((known) => known === wish.role);
  if (!role)
    throw new CommandError(`The role must be one of ${roles.join(', ')}, not "${wish.role}".`);
  const email = z.safeParse(emailSchema, wish.email);
  if (!email.success) throw new CommandError(`"${wish.email}" is not an email address.`);
  await withIdentity(config, async (services) => {
    const chapterId = await chosenChapter(services, wish.chapter);
    const by = { chapterId, memberId: null, now: toInstant(Temporal.Now.instant()), newId };
    const sent = await invite(services, by, { email: email.data, role });
    if (!sent.ok) throw new CommandError(sent.refusal.message);
    const { link } = sent.value;
    const byMail = `Invited ${email.data}; the email is sent while the server runs\n`;
    process.stdout.write(link === null ? byMail : `${link}\n`);
  });
}
