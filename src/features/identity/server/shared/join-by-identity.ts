import type { Result } from '#kit/result.ts';
import type { Tx } from '#server/database/db.ts';
import type { WriteContext } from '#server/database/ids.ts';

/** Somebody whom a hosted provider has identified. */
export type IdentifiedJoiner = {
  accountId: string;
  /** Undefined while the provider has not verified it. */
  email: string | undefined;
  displayName: string;
  firstName: string | null;
  lastName: string | null;
};

/** How identified people become members: chapters decide it. */
export type JoinByIdentity = {
  /** By the link of an invitation, and only by the address it went to. */
  byInvitation: (
    tx: Tx,
    token: string,
    joiner: IdentifiedJoiner,
    context: WriteContext,
  ) => Promise<Result<unknown>>;
  /** Into the first chapter, once, so that an admin's removal stays. */
  byAllowList: (
    tx: Tx,
    joiner: IdentifiedJoiner & { email: string },
    context: WriteContext,
  ) => Promise<void>;
};
