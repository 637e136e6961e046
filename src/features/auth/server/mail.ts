import type { Transporter } from 'nodemailer';

export type InvitationMail = {
  to: string;
  chapterName: string;
  inviterName: string | null;
  link: string;
  /** In words of the chapter's time zone. */
  expires: string;
};

export type Mailer = {
  /** False when no server took the mail; never throws, so that an invitation outlives a bad day. */
  sendInvitation(mail: InvitationMail): Promise<boolean>;
};

/** An admin waits for the answer, so that a silent server must not hold it for long. */
const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

export function createMailer(
  smtpUrl: string,
  from: string,
  onError?: (message: string) => void,
): Mailer {
  let transport: Promise<Transporter> | undefined;
  async function send(message: { to: string; subject: string; text: string }): Promise<boolean> {
    try {
      transport ??= import('nodemailer').then(({ createTransport }) =>
        createTransport({
          url: smtpUrl,
          ...timeouts,
          disableFileAccess: true,
          disableUrlAccess: true,
        } as Parameters<typeof createTransport>[0]),
      );
      await (await transport).sendMail({ from, ...message });
      return true;
    } catch (error) {
      // The server's own words may quote the address.
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      onError?.(`A mail could not be sent (${code})`);
      return false;
    }
  }
  return {
    sendInvitation: (mail) =>
      send({
        to: mail.to,
        subject: `You are invited to the ${mail.chapterName} chapter`,
        text: invitationText(mail),
      }),
  };
}

function invitationText({ chapterName, inviterName, link, expires }: InvitationMail): string {
  const who = inviterName ?? 'The chapter';
  return [
    `${who} invites you to the members' hub of the ${chapterName} chapter.`,
    '',
    'Open this link to join. It works once, and is meant for you alone:',
    link,
    '',
    `It expires on ${expires}. If you did not expect this, ignore it; nothing happens without you.`,
    '',
  ].join('\n');
}
