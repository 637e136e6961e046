import type { AuditFields } from '#kit/audit-words.ts';

export const auditFields: AuditFields = {
  resources: { names: { items: 'resources' } },
  document: {
    names: {
      name: 'name',
      folderId: 'folder',
      mediaType: 'type',
      bytes: 'bytes',
      addedBy: null,
      addedAt: 'added at',
    },
  },
  'document-folder': { names: { name: 'name', parentId: 'in folder', audience: 'seen by' } },
};
