import type { Area } from '#server/area.ts';
import { auditFields } from '../audit-fields.ts';
import { receiptRoutes } from './receipt-routes.ts';
import { walletRoutes } from './routes.ts';

export const walletArea: Area = {
  addRoutes(api) {
    walletRoutes(api);
    receiptRoutes(api);
  },
  auditFields,
};
