/** Composes a mail as plain text and as HTML with the same content; each can be read without the other. */
import type { Mail } from './mail.ts';
import { frameHtml, logoPictures, type MailChapter, type Paragraph } from './mail-frame.ts';
import { toSingleLine } from './single-line.ts';

export type MailContent = Pick<Mail, 'subject' | 'text' | 'html' | 'pictures' | 'replyTo'>;

/** Of whom a mail is. */
export type MailSender = {
  /** Null if it is about the hub, or about an account without a chapter. */
  readonly chapter: MailChapter | null;
  readonly publicUrl: string | undefined;
  /** Who answers, by an address that everyone who gets the mail may see. */
  readonly replyTo?: string | null;
};

export function composeMail(
  subject: string,
  { chapter, publicUrl, replyTo }: MailSender,
  paragraphs: readonly Paragraph[],
  /** Small print, such as how to get no more mails of the kind. */
  notes: readonly Paragraph[] = [],
): MailContent {
  const whose = chapter ? ` for the ${toSingleLine(chapter.name)} chapter` : '';
  const allNotes = [...notes, `Sent by ${nameHub(publicUrl)}${whose}.`];
  return {
    subject,
    text: `${toText(paragraphs)}\n\n-- \n${toText(allNotes)}\n`,
    html: frameHtml({ subject, chapter, paragraphs, notes: allNotes }),
    pictures: logoPictures(chapter),
    ...(replyTo ? { replyTo } : {}),
  };
}

/** With its host, by which people know who runs it. */
export function nameHub(publicUrl: string | undefined): string {
  const host = URL.parse(publicUrl ?? '')?.host;
  return host ? `Chapter Hub at ${host}` : 'Chapter Hub';
}

/** A link has a line of its own, so that mail readers see where it ends. */
function toText(paragraphs: readonly Paragraph[]): string {
  return paragraphs
    .map((each) => (typeof each === 'string' ? each : `${each.action}:\n${each.link}`))
    .join('\n\n');
}
