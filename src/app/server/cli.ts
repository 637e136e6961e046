/** The operator's command line. Each command has its own file, loaded when it is run. */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { readConfig, readDataDir } from '#server/config/config.ts';
import { readHubCommit, readHubVersion } from '#server/config/paths.ts';
import type { SamePeople } from './commands/chapter-archives.ts';
import type { RestoreWish } from './commands/restore-command.ts';
import { noteCommand } from './note-command.ts';

type DataOptions = { data?: string };
type ServeOptions = DataOptions & { port?: string; demo?: boolean };
type TokenOptions = DataOptions & { hours: number; chapter?: string };
type InviteOptions = DataOptions & { role: string; chapter?: string };
type InstallationAdminOptions = DataOptions & { remove?: boolean };
type CreateChapterOptions = DataOptions & { admin: string; timeZone?: string; policy: string };
type ReconcileOptions = DataOptions & {
  explain?: string;
  auditHead?: string[];
  acceptLost?: string[];
};
type BackupOptions = DataOptions & { to?: string };
type MoveOptions = DataOptions & { imported?: string; address?: string; resume?: boolean };
type DoctorOptions = DataOptions & { json?: boolean };
type RestoreOptions = DataOptions & RestoreWish;
type SeedOptions = DataOptions & {
  members: number;
  expenses: number;
  events: number;
  transactions: number;
};

/** Runs one command. Exit codes: 0 success, 1 failure, 2 wrong usage. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const program = createCommandLine();
  let noteEnd: (exitCode: number) => void = () => {};
  program.hook('preAction', (_, command) => {
    refuseSlips(command);
    const dataDir = readDataDir(process.env, command.opts<DataOptions>());
    noteEnd = noteCommand(command, dataDir, process.env['SUDO_USER']);
  });
  const exitCode = await parse(program, args);
  noteEnd(exitCode);
  return exitCode;
}

async function parse(program: Command, args: readonly string[]): Promise<number> {
  try {
    await program.parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { describeFailure } = await import('./describe-failure.ts');
    process.stderr.write(`${describeFailure(error)}\n`);
    return 1;
  }
}

/**
 * An option takes the next word, whatever it is: `--explain --data ./hub` would explain something with "--data", in
 * another hub. A variable of a shell that is not set leaves an empty word.
 */
function refuseSlips(command: Command): void {
  for (const option of command.options) {
    const values = [command.getOptionValue(option.attributeName())].flat();
    if (values.some((value) => value === '' || /^--[a-z]/.test(String(value))))
      command.error(`error: option '${option.flags}' argument missing`);
  }
  const empty = command.args.indexOf('');
  if (empty >= 0)
    command.error(`error: argument '${command.registeredArguments[empty]?.name()}' is empty`);
}

/** A test compares its texts with docs/settings.md. */
export function createCommandLine(): Command {
  const program = new Command('hub')
    .description('Run and operate Chapter Hub')
    .version(describeVersion(), '-V, --version', 'print the version of Chapter Hub')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(run with --help for usage)');

  withData(program.command('serve'))
    .description('serve the app and its API until stopped')
    .option('--port <number>', 'port to listen on (PORT, default 3000)')
    .option('--demo', 'fill an empty database with the demo chapter')
    .action(async (options: ServeOptions) => {
      const { serveHub } = await import('./serve-hub.ts');
      await serveHub(readConfig(process.env, options));
    });

  withData(program.command('migrate'))
    .description('migrate the database to this version')
    .action(async (options: DataOptions) => {
      const { migrateCommand } = await import('./commands/migrate-command.ts');
      await migrateCommand(readConfig(process.env, options));
    });

  withData(program.command('backup'))
    .description('save everything into one file while the server runs')
    .option(
      '--to <folder>',
      'where to write it (BACKUP_DIR, default backups in the data directory)',
    )
    .action(async (options: BackupOptions) => {
      const { backupCommand } = await import('./commands/backup-command.ts');
      await backupCommand(readConfig(process.env, options), options);
    });

  withData(program.command('restore <file>'))
    .description('restore a backup, a file or s3:NAME, into an empty database; compares every row')
    .option(
      '--replace',
      'replace what is in the database, which is first saved into replaced in the data directory',
    )
    .option(
      '--chapter <name>',
      'only the chapter of this name or id, while the server runs, beside the others; refused if it is here, unless --replace saves and replaces it alone',
    )
    .option('--same-person <email...>', 'with --chapter: as for import-chapter')
    .action(async (file: string, options: RestoreOptions) => {
      const { restoreCommand } = await import('./commands/restore-command.ts');
      await restoreCommand(readConfig(process.env, options), file, options);
    });

  withData(program.command('export-chapter <id>'))
    .description(
      'write one chapter, while the server runs, into a ZIP file for people and for import-chapter',
    )
    .option('--to <file>', 'the file (default: in exports in the data directory)')
    .action(async (id: string, options: BackupOptions) => {
      const { exportChapterCommand } = await import('./commands/export-chapter-command.ts');
      await exportChapterCommand(readConfig(process.env, options), id, options);
    });

  withData(program.command('import-chapter <file>'))
    .description('import an exported chapter beside the chapters of this server')
    .option(
      '--same-person <email...>',
      'also match these accounts, which never verified their email, because you know whose they are',
    )
    .option(
      '--replace',
      'replace the chapter if it is here, which is first saved into replaced in the data directory',
    )
    .action(async (file: string, options: DataOptions & SamePeople & { replace?: boolean }) => {
      const { importChapterCommand } = await import('./commands/import-chapter-command.ts');
      await importChapterCommand(readConfig(process.env, options), file, options);
    });

  withData(program.command('move-chapter <id>'))
    .description(
      'move a chapter to another server: let its changes rest and write it for import-chapter there',
    )
    .option('--imported <code>', 'end the move with what import-chapter printed: remove it here')
    .option('--address <url>', 'with --imported: its new address, which links and sign-in lead to')
    .option('--resume', 'take the move back: let it be changed here again')
    .action(async (id: string, options: MoveOptions) => {
      const { moveChapterCommand } = await import('./commands/move-chapter-command.ts');
      await moveChapterCommand(readConfig(process.env, options), id, options);
    });

  withData(program.command('move-files <place>'))
    .description(
      'move the contents of files into the "bucket" of FILES_S3_URL, or back into the "database"',
    )
    .action(async (place: string, options: DataOptions) => {
      const { moveFilesCommand } = await import('./commands/move-files-command.ts');
      await moveFilesCommand(readConfig(process.env, options), place);
    });

  withData(program.command('doctor'))
    .description('say what is wrong with this installation and how to mend it; exits with 1 if so')
    .option('--json', 'print one JSON document, for monitors')
    .action(async (options: DoctorOptions) => {
      const { doctorCommand } = await import('./commands/doctor-command.ts');
      await doctorCommand(readConfig(process.env, options), options);
    });

  withData(program.command('token <email>'))
    .description('print a bearer token for scripts')
    .option('--hours <number>', 'hours until it expires, at most 24', wholeNumber(1, 24), 1)
    .option('--chapter <id>', 'chapter, if the account belongs to several')
    .action(async (email: string, options: TokenOptions) => {
      const { tokenCommand } = await import('./commands/token-command.ts');
      await tokenCommand(readConfig(process.env, options), { ...options, email });
    });

  withData(program.command('connect <email> <issuer> <subject>'))
    .description("link an account to a trusted issuer's subject")
    .action(async (email: string, issuer: string, subject: string, options: DataOptions) => {
      const { connectCommand } = await import('./commands/connect-command.ts');
      await connectCommand(readConfig(process.env, options), { email, issuer, subject });
    });

  withData(program.command('invite <email>'))
    .description('invite someone; prints the link unless it was emailed')
    .option('--role <role>', 'member, treasurer, or admin', 'member')
    .option('--chapter <id>', 'chapter, if there are several')
    .action(async (email: string, options: InviteOptions) => {
      const { inviteCommand } = await import('./commands/invite-command.ts');
      await inviteCommand(readConfig(process.env, options), { ...options, email });
    });

  withData(program.command('create-chapter <name>'))
    .description(
      'create a chapter and invite its first admin; prints the link unless it was emailed',
    )
    .requiredOption('--admin <email>', 'email of its first admin')
    .option('--time-zone <zone>', 'an IANA time zone (CHAPTER_TIME_ZONE)')
    .option(
      '--policy <policy>',
      "open, or treasurer to restrict edits of other members' money",
      'open',
    )
    .action(async (name: string, options: CreateChapterOptions) => {
      const { createChapterCommand } = await import('./commands/create-chapter-command.ts');
      await createChapterCommand(readConfig(process.env, options), { ...options, name });
    });

  withData(program.command('installation-admin <email>'))
    .description('make an account an installation admin, who can create chapters')
    .option('--remove', 'revoke it again')
    .action(async (email: string, options: InstallationAdminOptions) => {
      const { installationAdminCommand } = await import('./commands/installation-admin-command.ts');
      await installationAdminCommand(readConfig(process.env, options), { ...options, email });
    });

  withData(program.command('reset-factors <email>'))
    .description(
      "for a lost phone: remove an account's second factors, passkeys and providers; ends its sessions",
    )
    .action(async (email: string, options: DataOptions) => {
      const { resetFactorsCommand } = await import('./commands/reset-factors-command.ts');
      await resetFactorsCommand(readConfig(process.env, options), email);
    });

  withData(program.command('new-secret'))
    .description(
      'replace a lost or leaked installation secret while no server runs; ends all sessions and tokens, and keeps authenticator apps only if the previous one is there',
    )
    .action(async (options: DataOptions) => {
      const { newSecretCommand } = await import('./commands/new-secret-command.ts');
      await newSecretCommand(readConfig(process.env, options));
    });

  withData(program.command('reset-password <email>'))
    .description('print a password reset link; works once, for an hour')
    .action(async (email: string, options: DataOptions) => {
      const { resetPasswordCommand } = await import('./commands/reset-password-command.ts');
      await resetPasswordCommand(readConfig(process.env, options), email);
    });

  withData(program.command('seed'))
    .description('add a generated chapter of any size for benchmarks')
    .option('--members <number>', 'members', wholeNumber(1, 100_000), 40)
    .option('--expenses <number>', 'expenses', wholeNumber(0, 10_000_000), 1_000)
    .option('--events <number>', 'events', wholeNumber(0, 10_000_000), 1_000)
    .option('--transactions <number>', 'wallet transactions', wholeNumber(0, 10_000_000), 1_000)
    .action(async (options: SeedOptions) => {
      const { seedCommand } = await import('./commands/seed-command.ts');
      await seedCommand(readConfig(process.env, options), options);
    });

  withData(program.command('reconcile'))
    .description(
      'verify that all figures add up and no audit log was altered; exits with 1 otherwise',
    )
    .option('--explain <reason>', 'record why the differences exist and resume money operations')
    .option('--audit-head <head...>', 'audit log heads printed earlier; they must still exist')
    .option(
      '--accept-lost <file...>',
      'files whose contents the bucket has lost; backups count as complete without them',
    )
    .action(async (options: ReconcileOptions) => {
      const { reconcileCommand } = await import('./commands/reconcile-command.ts');
      await reconcileCommand(readConfig(process.env, options), options);
    });

  return program;
}

function describeVersion(): string {
  const commit = readHubCommit();
  return commit === undefined ? readHubVersion() : `${readHubVersion()} (${commit})`;
}

function withData(command: Command): Command {
  return command
    .exitOverride()
    .option('--data <directory>', 'data directory (HUB_DATA, default ./data)');
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}
