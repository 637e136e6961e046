import type { AuthServices } from '#features/identity/server/shared/services.ts';
import { ok } from '#kit/result.ts';
import type { Api } from '#server/http/serve.ts';
import { installationCalls } from '../installation-contract.ts';
import { createChapter, inviteAdmin } from './create-chapter.ts';
import { listChapters } from './installation-store.ts';

export function installationRoutes(api: Api, services: AuthServices): void {
  api.serve(installationCalls.chapters, async ({ db, query }) => ok(await listChapters(db, query)));

  api.serve(installationCalls.createChapter, ({ caller, body, now, newId }) =>
    createChapter(services, body, caller.accountId, { now, newId }),
  );

  api.serve(installationCalls.inviteAdmin, ({ params, body, now, newId }) =>
    inviteAdmin(services, params.chapterId, body.email, { now, newId }),
  );
}
