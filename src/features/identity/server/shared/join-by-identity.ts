import type { Result } from '#kit/result.ts';
import type { Tx } from '#server/database/db.ts';
import type { WriteContext } from '#server/database/ids.ts';

/** Someone identified by the OIDC provider. */
export type IdentifiedJoiner = {
  accountId: string;
  /** Undefined if the provider has not verified it. */
  email: string | undefined;
  displayName: string;
  firstName: string | null;
  lastName: string | null;
};

/** How identified people become members; implemented by the chapters feature. */
export type JoinByIdentity = {
  /** Accepts an invitation; only for the address it was sent to. */
  byInvitation: (
    tx: Tx,
    token: string,
    joiner: IdentifiedJoiner,
    context: WriteContext,
  ) => Promise<Result<unknown>>;
  /** Joins the first chapter; only once, so that an admin's removal of the member is final. */
  byAllowList: (
    tx: Tx,
    joiner: IdentifiedJoiner & { email: string },
    context: WriteContext,
  ) => Promise<void>;
};
