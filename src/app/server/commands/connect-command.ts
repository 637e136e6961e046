import { connectIdentityForOperator } from '#features/identity/server/oidc/connect-identity.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import { newId } from '#server/database/ids.ts';
import { withIdentity } from './with-identity.ts';

/** Connects an account to an issuer's subject. */
export async function connectCommand(
  config: Config,
  wish: { email: string; issuer: string; subject: string },
): Promise<void> {
  const known = [config.oidc, ...config.trustedIssuers].flatMap((one) => one?.issuer ?? []);
  if (!known.includes(wish.issuer)) {
    const list = known.length > 0 ? `; known issuers: ${known.join(' ')}` : '';
    throw new CommandError(`${wish.issuer} is neither OIDC_ISSUER nor in TRUSTED_ISSUERS${list}`);
  }
  await withIdentity(config, async (services) => {
    const connected = await connectIdentityForOperator(services, wish, newId);
    if (!connected.ok) throw new CommandError(connected.refusal.message);
    process.stdout.write(
      `Tokens from ${wish.issuer} for subject ${wish.subject} now act as ${wish.email}.\n`,
    );
  });
}
