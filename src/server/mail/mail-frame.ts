/**
 * The frame of every mail in HTML: tables and inline styles, which all mail readers take; what they do not
 * take (dark colors, rounded corners) may be missing. Nothing is fetched: a logo comes with the mail.
 */
import { getInitials } from '#kit/pictures/initials.ts';
import { readPicture } from '#kit/pictures/picture.ts';
import type { MailPicture } from './mail.ts';
import { toSingleLine } from './single-line.ts';

/** A link is opened by a button, which says the action. */
export type Paragraph = string | { readonly action: string; readonly link: string };

/** A chapter, as its mails show it. */
export type MailChapter = {
  readonly name: string;
  readonly logo: Buffer | null;
};

/** The app's colors; `dark` also by class, because inline styles know no dark mode. */
const dark = `
  .page { background: #0b0e14 !important; }
  .surface { background: #12161f !important; border-color: #242b38 !important; }
  .rule { border-color: #242b38 !important; }
  .ink { color: #f2f4f7 !important; }
  .third { color: #8b95a7 !important; }
  .link { color: #9dbcff !important; }`;

const font = `font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;
/** Wherever it takes a break, so that a long word or link never makes the mail wider than a phone. */
const breaks = 'overflow-wrap:anywhere;word-break:break-word';
const ink = `margin:0 0 16px;${font};font-size:16px;line-height:24px;color:#101828;${breaks}`;
const small = `margin:0 0 12px;${font};font-size:13px;line-height:20px;color:#667085;${breaks}`;
const link = 'color:#1d4ed8;word-break:break-all';
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

type Frame = {
  readonly subject: string;
  readonly chapter: MailChapter | null;
  readonly paragraphs: readonly Paragraph[];
  readonly notes: readonly Paragraph[];
};

export function frameHtml({ subject, chapter, paragraphs, notes }: Frame): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {${dark}
}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f6f7f9">
<table ${table} width="100%" class="page" style="table-layout:fixed;background:#f6f7f9"><tr><td align="center" style="padding:24px 12px">
<table ${table} width="100%" class="surface" style="table-layout:fixed;max-width:560px;background:#ffffff;border:1px solid #e4e7ec;border-radius:14px">
<tr><td align="left" class="rule" style="padding:16px 20px;border-bottom:1px solid #e4e7ec">${letterhead(chapter)}</td></tr>
<tr><td align="left" style="padding:24px 20px 8px">
${paragraphs.map(toHtml).join('\n')}
</td></tr>
<tr><td align="left" class="rule" style="padding:16px 20px 4px;border-top:1px solid #e4e7ec">
${notes.map(toSmallHtml).join('\n')}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function toHtml(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') {
    return `<p class="ink" style="${ink}">${escapeHtml(paragraph)}</p>`;
  }
  const href = escapeHtml(paragraph.link);
  return `<table ${table} style="margin:4px 0 16px"><tr><td bgcolor="#2563eb" style="border-radius:9px;background:#2563eb"><a href="${href}" style="display:inline-block;padding:12px 20px;${font};font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none;${breaks}">${escapeHtml(paragraph.action)}</a></td></tr></table>
<p class="third" style="${small}">If the button doesn&#39;t work, open this link:<br><a href="${href}" class="link" style="${link}">${href}</a></p>`;
}

function toSmallHtml(paragraph: Paragraph): string {
  const content =
    typeof paragraph === 'string'
      ? escapeHtml(paragraph)
      : `<a href="${escapeHtml(paragraph.link)}" class="link" style="${link}">${escapeHtml(paragraph.action)}</a>`;
  return `<p class="third" style="${small}">${content}</p>`;
}

function letterhead(chapter: MailChapter | null): string {
  const name = chapter ? `${toSingleLine(chapter.name)} chapter` : 'Chapter Hub';
  return `<table ${table} width="100%" style="table-layout:fixed"><tr>
<td width="${logoSide}" valign="middle">${showLogo(chapter)}</td>
<td valign="middle" class="ink" style="padding-left:12px;${font};font-size:16px;line-height:22px;font-weight:600;color:#101828;${breaks}">${escapeHtml(name)}</td>
</tr></table>`;
}

const logoSide = 40;
const logoId = 'logo@chapter-hub';

/** On white, because a logo is often dark on nothing. Its name stands beside it, so it needs no words of its own. */
function showLogo(chapter: MailChapter | null): string {
  const logo = chapter && readLogo(chapter);
  if (!logo) {
    const letters = chapter ? getInitials(chapter.name.replace(/ chapter$/i, '')) : 'CH';
    return `<table ${table} aria-hidden="true"><tr><td width="${logoSide}" height="${logoSide}" align="center" valign="middle" bgcolor="#2563eb" style="border-radius:9px;background:#2563eb;${font};font-size:15px;font-weight:600;color:#ffffff">${escapeHtml(letters)}</td></tr></table>`;
  }
  const scale = logoSide / Math.max(logo.width, logo.height);
  const [width, height] = [logo.width, logo.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  );
  return `<table ${table}><tr><td width="${logoSide}" height="${logoSide}" align="center" valign="middle" bgcolor="#ffffff" style="border-radius:9px;background:#ffffff"><img src="cid:${logoId}" alt="" width="${width}" height="${height}" style="display:block;border:0"></td></tr></table>`;
}

/** The logo that the HTML shows. Outlook for Windows knows no WebP: such a chapter has its initials. */
export function logoPictures(chapter: MailChapter | null): MailPicture[] {
  const logo = chapter && readLogo(chapter);
  if (!logo) return [];
  return [{ id: logoId, name: `logo.${logo.type.slice('image/'.length)}`, ...logo }];
}

function readLogo({ logo }: MailChapter) {
  const picture = logo && readPicture(logo);
  if (!logo || !picture || picture.type === 'image/webp') return undefined;
  return { ...picture, content: logo };
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
