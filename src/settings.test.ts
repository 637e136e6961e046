/** What operators read in docs/settings.md is what the server reads and the command line says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createCommandLine } from '#app/server/cli.ts';
import { describeVariable, formOf, variableNames } from '#server/config/variables.ts';

const guide = readFileSync(join(import.meta.dirname, '../docs/settings.md'), 'utf8');

/** The rows of the first table below a heading. */
function readRows(heading: string): string[] {
  const [, section = ''] = guide.split(`\n## ${heading}\n`);
  const [table = ''] = /(?:^\|.*\n)+/m.exec(section) ?? [];
  return table.split('\n').slice(2, -1);
}

test('the table of settings lists the variables that are read, their forms and which are secret', () => {
  const beginnings = variableNames.map((name) => {
    const { isSecret } = describeVariable(name);
    return `| \`${name}\` | ${isSecret ? 'yes ' : ''}| \`${formOf(name)}\` |`;
  });
  const rows = readRows('Settings').map((row, index) => {
    const length = beginnings[index]?.length ?? 0;
    return { beginning: row.slice(0, length), hasPurpose: /^ \S.* \|$/.test(row.slice(length)) };
  });
  expect(rows).toEqual(beginnings.map((beginning) => ({ beginning, hasPurpose: true })));
});

function describeCommand(command: Command): string {
  const names = command.registeredArguments.map((argument) => `<${argument.name()}>`);
  const options = command.options
    .filter(({ long }) => long !== '--data')
    .map(({ flags, description }) => `\`${flags}\`: ${description}`);
  const usage = [command.name(), ...names].join(' ');
  return ['', `\`${usage}\``, command.description(), options.join('; '), '']
    .map((cell) => (cell === '' ? '' : ` ${cell} `))
    .join('|');
}

test('the table of commands says what their help says', () => {
  expect(readRows('Commands')).toEqual(createCommandLine().commands.map(describeCommand));
});
