export const backupsKey = ['backups'] as const;
