/** Reads the hub's variables from the environment: names what looks misspelled, and opens secrets' files. */
import { closeSync, openSync, readSync } from 'node:fs';
import {
  describeVariable,
  type Environment,
  formOf,
  type VariableName,
  variableNames,
} from './variables.ts';

/**
 * Empty variables count as unset: container tools pass those that nobody has given. Spaces around a value, and the
 * line break that files of other systems leave behind it, are not meant; secrets stay as they are. A problem names its
 * variable and never a secret's value.
 */
export function readEnvironment(env: NodeJS.ProcessEnv): {
  readonly environment: Environment;
  readonly problems: readonly string[];
} {
  const problems = findMisspelled(Object.keys(env));
  const environment: { [name in VariableName]?: string } = {};
  for (const name of variableNames) {
    const { isSecret } = describeVariable(name);
    const path = isSecret && env[`${name}_FILE`]?.trim();
    const value = isSecret ? env[name] : env[name]?.trim();
    if (value && path) problems.push(`${name} and ${name}_FILE are both set. Keep one of them.`);
    if (value) environment[name] = value;
    else if (path) {
      const read = readSecretFrom(path);
      if (typeof read === 'string') environment[name] = read;
      else problems.push(`${name}_FILE names ${path}, which ${read.reason}.`);
    }
  }
  return { environment, problems };
}

const maxSecretBytes = 65_536;

function readSecretFrom(path: string): string | { reason: string } {
  try {
    const bytes = readAtMost(path, maxSecretBytes + 1);
    if (bytes.length > maxSecretBytes) return { reason: 'is too large for a secret' };
    return bytes.toString('utf8').trim() || { reason: 'is empty' };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { reason: 'does not exist' };
    if (code === 'EACCES') return { reason: 'this user may not read' };
    return { reason: `cannot be read (${code})` };
  }
}

/** Not the whole file: another one was named, perhaps, and a device never ends. */
function readAtMost(path: string, maxBytes: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(maxBytes);
    let length = 0;
    for (let read = -1; read !== 0 && length < maxBytes; length += read) {
      read = readSync(file, bytes, length, maxBytes - length, null);
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/** Only the hub's own; other programs may share the environment. Without its backups, nobody would notice. */
const ownPrefixes = ['HUB_', 'BACKUP_'];
/** What Kubernetes sets for services such as `hub`, `hub-db` and `backup`, and what our tests pass each other. */
const othersOfPrefix =
  /^((HUB|BACKUP)_([A-Z0-9]+_)*(SERVICE_(HOST|PORT.*)|PORT|PORT_.*)|HUB_(TEST_.*|URL|RECONCILE|CHROMIUM|FIREFOX|BROWSERS))$/;

/** A setting nobody reads would silently not apply: a hub with `DATABSE_URL` serves an empty database. */
function findMisspelled(names: readonly string[]): string[] {
  const known = new Set<string>(variableNames.flatMap(namesOf));
  return names
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const plain = findPlainSetting(name);
      if (plain) {
        return [
          `${name} is not a setting of Chapter Hub: only secrets are read from files. Set ${plain} itself.`,
        ];
      }
      const meant = findMeant(name, known);
      if (meant !== undefined) return [describeMisspelled(name, meant)];
      const isOwn = ownPrefixes.some((prefix) => name.startsWith(prefix));
      return isOwn && !othersOfPrefix.test(name)
        ? [`${name} is not a setting of Chapter Hub. Remove it.`]
        : [];
    });
}

/** The setting that a `_FILE` variable would fill if it were a secret. */
function findPlainSetting(name: string): VariableName | undefined {
  return variableNames.find((one) => name === `${one}_FILE`);
}

function namesOf(name: VariableName): string[] {
  return describeVariable(name).isSecret ? [name, `${name}_FILE`] : [name];
}

function describeMisspelled(name: string, meant: string): string {
  const variable = variableNames.find((one) => one === meant);
  const form = variable
    ? formOf(variable)
    : `/run/secrets/${meant.replace(/_FILE$/, '').toLowerCase()}`;
  return `${name} is not a setting of Chapter Hub. Did you mean ${meant}, such as ${meant}=${form}?`;
}

/** The setting that differs only in case or separators, or by a slip of the finger. */
function findMeant(name: string, known: ReadonlySet<string>): string | undefined {
  const letters = lettersOf(name);
  return [...known].find((one) => {
    const meant = lettersOf(one);
    // Short words resemble each other, and shells have a `host` of their own.
    if (meant.length < 6) return false;
    return isWithinSlips(letters, meant, meant.length < 12 ? 1 : 2);
  });
}

function lettersOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

/** A slip leaves out, adds, replaces or swaps neighboring letters. */
function isWithinSlips(one: string, other: string, max: number): boolean {
  if (Math.abs(one.length - other.length) > max) return false;
  if (one === '' || other === '') return true;
  if (one[0] === other[0]) return isWithinSlips(one.slice(1), other.slice(1), max);
  if (max === 0) return false;
  const isSwapped = one[0] === other[1] && one[1] === other[0];
  return (
    (isSwapped && isWithinSlips(one.slice(2), other.slice(2), max - 1)) ||
    isWithinSlips(one.slice(1), other, max - 1) ||
    isWithinSlips(one, other.slice(1), max - 1) ||
    isWithinSlips(one.slice(1), other.slice(1), max - 1)
  );
}
