/** Query keys; a write invalidates everything below a key. */
import { walletTotalsKey } from '#features/wallets/keys.ts';

export const expensesKey = ['expenses'] as const;
/** Standings change with expenses and with wallets, whose writes invalidate these keys themselves. */
export const standingsKey = [...walletTotalsKey, 'standings'] as const;
export const settleUpKey = [...walletTotalsKey, 'settle up'] as const;
export const standingCourseKey = [...walletTotalsKey, 'standing course'] as const;
