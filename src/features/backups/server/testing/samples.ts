/** Right requests of the calls of backups. */
import type { Samples } from '#app/testing/matrix/sample.ts';

export const samples: Samples = {
  // The hub of the matrix makes no backups.
  'POST /installation/backups': { status: 409 },
};
