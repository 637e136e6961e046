/** Composes a mail as plain text and as simple HTML with the same content. */
import type { Mail } from './mail.ts';

export type MailContent = Pick<Mail, 'subject' | 'text' | 'html'>;

export type Paragraph = string | { link: string };

export function composeMail(subject: string, paragraphs: readonly Paragraph[]): MailContent {
  const text = paragraphs.map((each) => (typeof each === 'string' ? each : each.link));
  const html = paragraphs.map((each) =>
    typeof each === 'string'
      ? `<p>${escapeHtml(each)}</p>`
      : `<p><a href="${escapeHtml(each.link)}">${escapeHtml(each.link)}</a></p>`,
  );
  return {
    subject,
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en"><body>\n${html.join('\n')}\n</body></html>\n`,
  };
}

const maxNameLength = 100;

/**
 * Makes a name safe as part of a line: no line breaks or headers, nothing invisible that turns or splits
 * what stands beside it, and not so long that what follows goes unseen. Joiners stay: emoji and some
 * scripts are written with them.
 */
export function toSingleLine(name: string): string {
  const plain = name
    .replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .trim();
  const letters = Array.from(plain);
  return letters.length <= maxNameLength
    ? plain
    : `${letters.slice(0, maxNameLength - 1).join('')}…`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
