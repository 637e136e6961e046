/** What a check of an installation says. */
export type Finding = {
  /** `advice` leaves the exit code alone: it may be as the operator wants it. */
  readonly level: 'fine' | 'advice' | 'problem';
  /** What is the matter, and how to mend it. */
  readonly text: string;
};

export const fine = (text: string): Finding => ({ level: 'fine', text });
export const advice = (text: string): Finding => ({ level: 'advice', text });
export const problem = (text: string): Finding => ({ level: 'problem', text });

/** What is looked at. Monitors know each by its code, which stays; people read the name. */
export const checkNames = {
  address: 'Address',
  mail: 'Mail',
  'backup-folder': 'Backup folder',
  'backup-bucket': 'Backup bucket',
  disk: 'Disk',
  database: 'Database',
  clock: 'Clock',
  migrations: 'Migrations',
  secret: 'Secret',
  role: 'Role',
  collations: 'Collations',
  extensions: 'Extensions',
  indexes: 'Indexes',
  figures: 'Figures',
  'audit-logs': 'Audit logs',
  backups: 'Backups',
  files: 'Files',
} as const;

export type Examined = Finding & { readonly code: keyof typeof checkNames };
