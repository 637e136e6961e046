/** The rest is tested with whole commands, in `cli.test.ts`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { noteCommand } from './note-command.ts';

vi.mock('node:os', async (original) => ({
  ...(await original<object>()),
  userInfo: () => {
    throw new Error('ENOENT: no such file or directory, uv_os_get_passwd');
  },
}));

test('a user who has only a number, as in a container, is noted by it', async () => {
  const folder = await temporaryFolder();
  noteCommand(new Command('backup'), folder, undefined)(0);
  const noted = JSON.parse(readFileSync(join(folder, 'commands.log'), 'utf8'));
  expect(noted).toMatchObject({ command: 'backup', user: String(process.getuid?.()) });
});
