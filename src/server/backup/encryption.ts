/**
 * Encryption of backups in the age format, which the `age` program opens too:
 * `age -d FILE | tar --zstd -x`. Loaded only where there is a passphrase.
 */
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CommandError } from '../config/command-error.ts';

const ageHeader = 'age-encryption.org/v1\n';

/**
 * 32 MB and a tenth of a second, because a server does it while it serves. It is enough for passphrases of
 * `minPassphraseLength` characters, which no one finds by trying.
 */
const workFactor = 15;

/** A step of a pipeline. Memory is constant. */
export function encryptWith(passphrase: string) {
  return async function* (content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const { Encrypter } = await import('age-encryption');
    const encrypter = new Encrypter();
    encrypter.setScryptWorkFactor(workFactor);
    encrypter.setPassphrase(passphrase);
    yield* await encrypter.encrypt(toWebStream(content));
  };
}

/** Reading it fails if anything was changed or is missing, or by a `CommandError` for another passphrase. */
export function decryptWith(passphrase: string) {
  return async function* (content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const { Decrypter } = await import('age-encryption');
    const decrypter = new Decrypter();
    decrypter.addPassphrase(passphrase);
    const plain = await decrypter.decrypt(toWebStream(content)).catch((error: Error) => {
      if (!error.message.includes('no identity matched')) throw error;
      throw new CommandError(
        'BACKUP_PASSPHRASE is not the one that the backup was encrypted with, or the beginning of the file is damaged.',
      );
    });
    yield* plain;
  };
}

export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ageHeader.length));
    return buffer.subarray(0, bytesRead).toString('latin1') === ageHeader;
  } finally {
    await file.close();
  }
}

function toWebStream(content: AsyncIterable<Uint8Array>) {
  return Readable.toWeb(Readable.from(content)) as ReadableStream<Uint8Array<ArrayBuffer>>;
}
