import { queryOptions } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { walletCalls } from '../contract.ts';
import { walletsKey } from '../keys.ts';

const maxWallets = 200;

/** A member's newest wallets, up to a limit that no member reaches. */
export const memberWalletsQuery = (ownerId: Id<'member'>) =>
  queryOptions({
    queryKey: [...walletsKey, 'of', ownerId],
    queryFn: async ({ signal }) => {
      const query = { ownerId, take: maxWallets };
      return (await call(walletCalls.list, { query, signal })).wallets.items;
    },
  });
