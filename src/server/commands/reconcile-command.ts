import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import { openAnyDatabase } from '../open-database.ts';
import { type Difference, findDifferences } from '../reconciliation.ts';

/** Prints every difference and how many there are; the exit code is 1 with any. */
export async function reconcileCommand(config: Config): Promise<void> {
  const database = await openAnyDatabase(config, createLog(config.logLevel));
  try {
    const differences = await findDifferences(database.pool);
    process.stdout.write(differences.map(line).join('') + summary(differences.length));
    if (differences.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

function line({ chapterId, check, subjectId, expected, actual }: Difference): string {
  return `${check}: ${subjectId} of chapter ${chapterId}: expected ${expected}, found ${actual}\n`;
}

function summary(count: number): string {
  return `${count} ${count === 1 ? 'difference' : 'differences'}\n`;
}
