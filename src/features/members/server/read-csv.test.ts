import { expect, test } from 'vitest';
import { createTurns } from '#server/turns.ts';
import { readCsv } from './read-csv.ts';

test('what stands under no header is a column without a name, which the preview shows', async () => {
  const text = 'email,name\nana@example.org,Ana,Lot 7,\nben@example.org,Ben,,\n';
  const table = await readCsv(text, createTurns());
  expect(table.ok && table.value.headers).toEqual(['email', 'name', '']);
});

test('a cell is no row if it would be too long for one', async () => {
  const text = `email,name\n"ana@example.org${','.repeat(300)}"\n`;
  const table = await readCsv(text, createTurns());
  expect(table.ok && table.value.rows[0]?.cells).toHaveLength(1);
});
