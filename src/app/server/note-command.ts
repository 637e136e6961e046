/** Who ran which command, and how it ended: a line each at its begin and its end, for operators who are several. */
import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  openSync,
  statSync,
  writeSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';

/** They change nothing, give nothing away, and may run every minute. */
const unnoted = ['serve', 'doctor'];

/** Arguments that say whom it is about. */
const aboutPeople = ['email', 'subject'];

/**
 * Notes that the command begins. What it returns notes that it ended. The first that succeeds makes the file: in a
 * mistyped folder none does.
 */
export function noteCommand(
  command: Command,
  dataDir: string,
  sudoUser: string | undefined,
): (exitCode: number) => void {
  if (unnoted.includes(command.name())) return () => {};
  const by = {
    command: command.name(),
    pid: process.pid,
    user: nameUser(),
    ...(sudoUser !== undefined && { sudoUser }),
    ...listWords(command),
  };
  write(dataDir, by, false);
  return (exitCode) => write(dataDir, { ...by, exitCode }, exitCode === 0);
}

/** Of the operating system. In a container, they may have only a number. */
export function nameUser(read: () => { readonly username: string } = userInfo): string {
  try {
    return read().username;
  } catch {
    return String(process.getuid?.());
  }
}

/** As they were given, without people and what was written about them. */
function listWords(command: Command): object {
  const given = Object.entries(command.opts()).filter(
    ([name]) => command.getOptionValueSource(name) === 'cli' && name !== 'data',
  );
  const hide = (value: unknown) => (String(value).includes('@') ? '…' : value);
  return {
    words: command.args.map((word, index) => {
      const name = command.registeredArguments[index]?.name() ?? '';
      return aboutPeople.includes(name) ? '…' : hide(word);
    }),
    options: Object.fromEntries(
      given.map(([name, value]) => [name, name === 'explain' ? '…' : hide(value)]),
    ),
  };
}

function write(dataDir: string, entry: object, mayMake: boolean): void {
  const path = join(dataDir, 'commands.log');
  if (!existsSync(mayMake ? dataDir : path)) return;
  try {
    // No link is followed: root may write into the folder of another user.
    const flags =
      constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
    const file = openSync(path, flags, 0o600);
    try {
      const { uid, gid } = statSync(dataDir);
      if (process.getuid?.() === 0) fchownSync(file, uid, gid);
      const time = Temporal.Now.instant().toString({ fractionalSecondDigits: 3 });
      writeSync(file, `${JSON.stringify({ time, ...entry })}\n`);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    process.stderr.write(`${path} can't be written (${code}): this command is not noted there.\n`);
  }
}
