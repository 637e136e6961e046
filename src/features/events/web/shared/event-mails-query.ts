import { callQuery } from '#web/api/call-query.ts';
import { eventMailCalls } from '../../event-mail-contract.ts';
import { eventMailsKey } from '../../keys.ts';

export const eventMailsQuery = callQuery(eventMailsKey, eventMailCalls.detail, {});
