/** A PDF of one page, for the demo. */

const heading = '/F 20 Tf 72 700 Td';
const text = '/F 11 Tf 0 -32 Td 18 TL';

/** The first line is its heading. In Latin letters, without line breaks. */
export function buildPdf([title = '', ...lines]: readonly string[]): Buffer {
  const shown = (line: string) => `(${line.replaceAll(/[\\()]/g, '\\$&')})`;
  const page = `BT ${heading} ${shown(title)} Tj ${text} ${lines.map((line) => `${shown(line)} Tj T*`).join(' ')} ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 5 0 R/Resources<</Font<</F 4 0 R>>>>>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    `<</Length ${page.length}>>\nstream\n${page}\nendstream`,
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const place of places) file += `${String(place).padStart(10, '0')} 00000 n \n`;
  file += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
