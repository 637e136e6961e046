/** The rest is tested with whole commands, in `cli.test.ts`. */
import { expect, test } from 'vitest';
import { nameUser } from './note-command.ts';

test('a user who has only a number, as in a container, is named by it', () => {
  const nameless = () => {
    throw new Error('ENOENT: no such file or directory, uv_os_get_passwd');
  };
  expect(nameUser(nameless)).toBe(String(process.getuid?.()));
});
