import type { Instant } from '#kit/day.ts';
import type { Result } from '#kit/result.ts';
import type { Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';

type By = { now: Instant; newId: NewId };

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
    by: By,
  ) => Promise<Result<unknown>>;
  /** Into the first chapter, once, so that an admin's removal stays. */
  byAllowList: (tx: Tx, joiner: IdentifiedJoiner & { email: string }, by: By) => Promise<void>;
};
