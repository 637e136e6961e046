import { toId } from '#kit/id.ts';
import type { AuditPages } from '#web/audit-pages.ts';

export const auditPages: AuditPages = {
  wallet: (walletId) => ({ to: '/wallets/$walletId/transactions', params: { walletId } }),
  transaction: (id, walletId) => ({
    to: '/wallets/$walletId/transactions',
    params: { walletId: walletId ?? '' },
    search: { dialog: 'history', subject: toId<'transaction'>(id) },
  }),
};
