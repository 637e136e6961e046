/** Fixtures for the calls of the audit log. */
import type { Makers, Samples } from '#app/testing/matrix/sample.ts';
import { auditCalls } from '../../contract.ts';

export const samples: Samples = {};

export const makers: Makers = {
  recordId: async ({ admin }) => {
    const { items } = (await admin.call(auditCalls.list)).value();
    return items[0]?.id ?? '';
  },
};
