import { notFound, ok } from '#kit/result.ts';
import type { Api } from '#server/http/serve.ts';
import { recurringCalls } from '../../recurring/recurring-contract.ts';
import { findRecurring, listRecurring } from './recurring-store.ts';
import {
  createRecurring,
  endRecurring,
  pauseRecurring,
  resumeRecurring,
  updateRecurring,
} from './recurring-writes.ts';

export function recurringRoutes(api: Api): void {
  api.serve(recurringCalls.list, async ({ db, caller, query }) =>
    ok(await listRecurring(db, caller, query)),
  );
  api.serve(recurringCalls.detail, async ({ db, caller, params }) => {
    const recurring = await findRecurring(db, caller, params.recurringId);
    return recurring ? ok(recurring) : notFound('Recurring expense');
  });
  api.serve(recurringCalls.create, ({ body, ...work }) => createRecurring(work, body));
  api.serve(recurringCalls.update, ({ params, body, ...work }) =>
    updateRecurring(work, params.recurringId, body),
  );
  api.serve(recurringCalls.pause, ({ params, ...work }) =>
    pauseRecurring(work, params.recurringId),
  );
  api.serve(recurringCalls.resume, ({ params, ...work }) =>
    resumeRecurring(work, params.recurringId),
  );
  api.serve(recurringCalls.end, ({ params, ...work }) => endRecurring(work, params.recurringId));
}
