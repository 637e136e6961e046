import { describe, expect, test } from 'vitest';
import { pngOf, webpOf } from '#app/testing/pictures.ts';
import { composeMail } from './mail-content.ts';
import type { MailChapter } from './mail-frame.ts';

const publicUrl = 'https://hub.example.org:8443';
const link = `${publicUrl}/join#abc?x=1&y=2`;
const lyon: MailChapter = { name: 'Lyon', logo: null };
const compose = (chapter: MailChapter | null, paragraphs = ['Hello']) =>
  composeMail('A subject', { chapter, publicUrl }, paragraphs);

test('the text says all that the HTML says, with links on lines of their own', () => {
  const { text, html } = composeMail(
    'A subject',
    { chapter: lyon, publicUrl },
    ['Hello', { action: 'Join', link }],
    ['Too many?', { action: 'Turn them off', link: `${publicUrl}/settings` }],
  );
  expect(text).toBe(
    `Hello

Join:
${link}

-- 
Too many?

Turn them off:
${publicUrl}/settings

Sent by Chapter Hub at hub.example.org:8443 for the Lyon chapter.
`,
  );
  const words = html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&');
  for (const line of text.split('\n').filter((each) => !/^(--.*|https:.*settings|)$/.test(each))) {
    expect(words).toContain(line.replace(/:$/, ''));
  }
  expect(html.split(`href="${link.replace('&', '&amp;')}"`)).toHaveLength(3);
});

test('everything is escaped', () => {
  const evil = `<img src=x onerror="a()">'&`;
  const { html } = composeMail(
    evil,
    { chapter: { name: evil, logo: null }, publicUrl },
    [evil, { action: evil, link: `https://x.example/"><script>` }],
    [evil, { action: evil, link: `https://x.example/'><script>` }],
  );
  expect(html).not.toMatch(/<img|<script|onerror="/);
  expect(html.split('&lt;img src=x onerror=&quot;a()&quot;&gt;&#39;&amp;').length).toBe(8);
});

test('nothing is fetched from anywhere', () => {
  const { html } = compose({ name: 'Lyon', logo: pngOf(8, 8) });
  expect(html).not.toMatch(/https?:/);
  expect(html).not.toMatch(/@import|url\(/);
});

describe('the letterhead', () => {
  test('shows the logo in its proportions', () => {
    const logo = pngOf(200, 100);
    const { html, pictures } = compose({ name: 'Lyon', logo });
    expect(html).toContain('<img src="cid:logo@chapter-hub" alt="" width="40" height="20"');
    const file = { id: 'logo@chapter-hub', name: 'logo.png', type: 'image/png', content: logo };
    expect(pictures).toMatchObject([file]);
  });

  test.each([
    ['none', null],
    ['a WebP, which Outlook does not know', webpOf(8, 8)],
  ])('shows initials without a logo that every reader knows: %s', (_, logo) => {
    const { html, pictures } = compose({ name: 'San Diego chapter', logo });
    expect(html).toContain('>SD</td>');
    expect(html).not.toContain('<img');
    expect(pictures).toEqual([]);
  });

  test('is that of the hub without a chapter', () => {
    const { html, text } = compose(null);
    expect(html).toContain('>CH</td>');
    expect(html).toContain('>Chapter Hub</td>');
    expect(text).toContain('Sent by Chapter Hub at hub.example.org:8443.\n');
  });

  test('isolates a name that is read from the right', () => {
    const { html } = compose({ name: 'תל אביב', logo: null });
    expect(html).toContain('>תא</td>');
    expect(html).toContain('>\u2068תל אביב\u2069 chapter</td>');
  });
});
