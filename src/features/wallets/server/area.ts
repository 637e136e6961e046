import type { Area } from '#server/area.ts';
import { ofTable } from '#server/audit/subjects.ts';
import { auditFields } from '../audit-fields.ts';
import { findOpenMatters } from './open-matters.ts';
import { receiptRoutes } from './receipt-routes.ts';
import { walletRoutes } from './routes.ts';
import { ownSheets, sheets } from './sheets.ts';

export const walletArea: Area = {
  addRoutes(api) {
    walletRoutes(api);
    receiptRoutes(api);
  },
  auditFields,
  auditSubjects: {
    named: [{ table: 'wallet', name: 'name', currency: 'currency_code' }],
    pages: {
      wallet: { page: 'wallet', id: ofTable('wallet') },
      transaction: {
        page: 'transaction',
        id: ofTable('wallet_transaction', 'id', 't.deleted_at is null'),
        parentId: ofTable('wallet_transaction', 'wallet_id'),
      },
    },
  },
  sheets,
  ownSheets,
  findOpenMatters,
};
