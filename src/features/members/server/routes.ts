import { ok } from '#kit/result.ts';
import type { Api } from '#server/serve.ts';
import { memberCalls } from '../contract.ts';
import { listMembers } from './store.ts';

export function memberRoutes(api: Api): void {
  api.serve(memberCalls.list, async ({ db, caller, query }) =>
    ok(await listMembers(db, caller.chapterId, query)),
  );
}
