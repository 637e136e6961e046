import { createHash } from 'node:crypto';
import type { BackedUpTable } from './manifest.ts';

const newline = 10;

/** Counts and hashes rows in PostgreSQL's text format, in which newlines only end rows. */
export class TableDigest {
  readonly #hash = createHash('sha256');
  #rows = 0;

  add(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) {
      this.#rows += 1;
    }
  }

  finish(): Pick<BackedUpTable, 'rows' | 'sha256'> {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}
