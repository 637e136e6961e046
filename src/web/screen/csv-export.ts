/** What a CSV button exports. */
export type CsvExport = {
  readonly fileName: string;
  /** What is exported, as one: 'expense'. */
  readonly noun: string;
  readonly read: () => Promise<{
    readonly text: string;
    readonly count: number;
    /** False if there is more than `maxExported`. */
    readonly isComplete: boolean;
  }>;
};

/** The most lines of a file. */
export const maxExported = 10_000;
