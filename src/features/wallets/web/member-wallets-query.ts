import { queryOptions } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { walletCalls } from '../contract.ts';
import { walletsKey } from '../keys.ts';

const maxWallets = 200;

/** Their wallets, the newest two hundred: far more than anybody has. */
export const walletsOfQuery = (ownerId: Id<'member'>) =>
  queryOptions({
    queryKey: [...walletsKey, 'of', ownerId],
    queryFn: async ({ signal }) => {
      const query = { ownerId, take: maxWallets };
      return (await call(walletCalls.list, { query, signal })).wallets.items;
    },
  });
