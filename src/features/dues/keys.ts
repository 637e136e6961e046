/** Where the browser caches dues: they change with every posting, and writes of wallets invalidate this key, too. */
import { walletTotalsKey } from '#features/wallets/keys.ts';

export const duesKey = [...walletTotalsKey, 'dues'] as const;
