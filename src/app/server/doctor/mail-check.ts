import { lookup } from 'node:dns/promises';
import type { MailFailure } from '#kit/mail.ts';
import type { Config } from '#server/config/config.ts';
import { checkMailServer } from '#server/mail/mail.ts';
import { advice, type Finding, fine, problem } from './finding.ts';

/** Connects and signs in, and sends nothing. */
export async function checkMail({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<Finding> {
  if (smtpUrl === undefined) {
    return advice('SMTP_URL is not set: invitations and password resets are handed over as links.');
  }
  const failure = await checkMailServer(smtpUrl);
  if (failure === undefined) return fine('The mail server of SMTP_URL accepts emails.');
  const { hostname } = new URL(smtpUrl);
  if (failure === 'unreachable' && !(await isKnown(hostname))) {
    return problem(
      `The name ${hostname} of SMTP_URL leads nowhere. Correct it, or the name server (DNS) that this machine asks.`,
    );
  }
  return problem(words[failure]);
}

const isKnown = (hostname: string) =>
  lookup(hostname.replace(/^\[|\]$/g, '')).then(
    () => true,
    () => false,
  );

const refusing = 'The mail server of SMTP_URL refuses to talk to this server. Ask who runs it why.';
const words: Readonly<Record<MailFailure, string>> = {
  unreachable:
    'The mail server of SMTP_URL does not respond. Check the host and port, and whether a firewall is in between.',
  'not-trusted':
    "The mail server of SMTP_URL offers no TLS, or its identity could not be verified. Use the name that its certificate has, and smtps:// only for a port that begins with TLS. If an authority of your own made the certificate, name the file with that authority's in NODE_EXTRA_CA_CERTS. For a mail server on this machine, and no other, you can add ?tls.rejectUnauthorized=false to SMTP_URL, or ?ignoreTLS=true if it has no TLS.",
  'sign-in':
    'The mail server of SMTP_URL refuses the user or the password. Characters such as @ and / in them must be percent-encoded.',
  refused: refusing,
  'put-off': refusing,
  'gave-up': refusing,
  'secret-changed': refusing,
};
