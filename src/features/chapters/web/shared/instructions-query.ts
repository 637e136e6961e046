import { callQuery } from '#web/api/call-query.ts';
import { instructionsKey } from '../../keys.ts';
import { instructionCalls } from '../../payment-instructions-contract.ts';

export const instructionsQuery = callQuery(instructionsKey, instructionCalls.detail, {});
