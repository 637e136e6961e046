/** The page that says what is in an archive, readable without anything else. */

export type Listed = {
  readonly title: string;
  readonly about: string;
  readonly path: string;
  readonly rows: number;
};

export function formatIndexPage(page: {
  readonly title: string;
  readonly intro: readonly string[];
  readonly listed: readonly Listed[];
}): string {
  const rows = page.listed.map(
    ({ title, about, path, rows }) =>
      `<tr><td><a href="${escape(path)}">${escape(title)}</a></td><td class="n">${rows.toLocaleString('en-US')}</td><td>${escape(about)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(page.title)}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 56rem; padding: 2rem 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8884; padding: .5rem .75rem .5rem 0; text-align: left; vertical-align: top; }
.n { font-variant-numeric: tabular-nums; text-align: right; }
</style>
</head>
<body>
<h1>${escape(page.title)}</h1>
${page.intro.map((text) => `<p>${escape(text)}</p>`).join('\n')}
<table>
<thead><tr><th scope="col">File</th><th scope="col" class="n">Rows</th><th scope="col">What it is</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</body>
</html>
`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
