/**
 * The file of the installation secret, for installations that do not set `HUB_SECRET`. Whether it is the
 * secret of the database is checked by identity.
 */
import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minSecretLength } from './config.ts';
import { ConfigError } from './config-error.ts';
import { ensureFolder } from './ensure-folder.ts';
import { hubCommand } from './paths.ts';

/** Undefined if there is none yet. */
export async function readInstallationSecret(
  configured: string | undefined,
  dataDir: string,
): Promise<string | undefined> {
  return configured ?? readSecretFile(join(dataDir, 'secret'));
}

/**
 * Creates a secret, readable only by its owner. Concurrent starts agree, because only one can link its
 * file.
 */
export async function createInstallationSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret');
  await ensureFolder(dataDir);
  const draft = `${path}.${process.pid}`;
  await writeSecretFile(draft, newInstallationSecret());
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
  const kept = await readSecretFile(path);
  if (kept !== undefined) return kept;
  throw new ConfigError(`${path} was removed while it was being created. Start again.`);
}

export function newInstallationSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The next secret is on disk before the database knows it, so that neither can be lost alone. */
export async function writeNextSecret(dataDir: string, secret: string): Promise<void> {
  await ensureFolder(dataDir);
  await rm(nextPath(dataDir), { force: true });
  await writeSecretFile(nextPath(dataDir), secret);
}

/** Undefined unless `hub new-secret` was interrupted. */
export async function readNextSecret(dataDir: string): Promise<string | undefined> {
  return readSecretFile(nextPath(dataDir));
}

export async function promoteNextSecret(dataDir: string): Promise<void> {
  await rename(nextPath(dataDir), join(dataDir, 'secret'));
}

/** The secret of a restored database. */
export async function replaceSecret(dataDir: string, secret: string): Promise<void> {
  await writeNextSecret(dataDir, secret);
  await promoteNextSecret(dataDir);
}

/** For the operator to use; returns its path. */
export async function writeRestoredSecret(dataDir: string, secret: string): Promise<string> {
  return writeBeside(dataDir, 'secret.restored', secret);
}

/** The secret of a database that is about to be replaced; returns its path. */
export async function keepReplacedSecret(dataDir: string, secret: string): Promise<string> {
  return writeBeside(dataDir, 'secret.replaced', secret);
}

async function writeBeside(dataDir: string, name: string, secret: string): Promise<string> {
  const path = join(dataDir, name);
  await ensureFolder(dataDir);
  await rm(path, { force: true });
  await writeSecretFile(path, secret);
  return path;
}

function nextPath(dataDir: string): string {
  return join(dataDir, 'secret.next');
}

async function writeSecretFile(path: string, secret: string): Promise<void> {
  await writeFile(path, secret, { mode: 0o600, flush: true });
}

async function readSecretFile(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const length = text?.trim().length;
  if (length === undefined || length >= minSecretLength) return text;
  const found = length === 0 ? 'is empty' : `has fewer than ${minSecretLength} characters`;
  throw new ConfigError(
    `${path} ${found}. Restore the file. If it is lost, remove it and run "${hubCommand} new-secret".`,
  );
}
