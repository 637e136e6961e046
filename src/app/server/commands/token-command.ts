import { issueOperatorToken } from '#features/identity/server/tokens/operator-token.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import { newId } from '#server/database/ids.ts';
import { chosenChapter, withIdentity } from './with-identity.ts';

/** Prints only a bearer token for scripts, so that it can be piped. */
export async function tokenCommand(
  config: Config,
  wish: { email: string; hours: number; chapter?: string },
): Promise<void> {
  await withIdentity(config, async (services) => {
    const { email, hours, chapter } = wish;
    const issued = await issueOperatorToken(
      services,
      {
        email,
        lifetimeSeconds: hours * 3_600,
        ...(chapter && { chapterId: await chosenChapter(services, chapter) }),
      },
      newId,
    );
    if (!issued.ok) throw new CommandError(issued.refusal.message);
    process.stdout.write(`${issued.value.token}\n`);
  });
}
