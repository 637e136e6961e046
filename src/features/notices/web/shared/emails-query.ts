import { callQuery } from '#web/api/call-query.ts';
import { emailCalls } from '../../contract.ts';
import { emailsKey } from '../../keys.ts';

export const emailsQuery = callQuery(emailsKey, emailCalls.detail, {});
