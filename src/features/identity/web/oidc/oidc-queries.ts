import { callQuery } from '#web/api/call-query.ts';
import { oidcConnectionKey } from '../../keys.ts';
import { oidcCalls } from '../../oidc-contract.ts';

export const connectionQuery = callQuery(oidcConnectionKey, oidcCalls.connection, {});
