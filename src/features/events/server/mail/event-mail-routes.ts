import { readMailSwitches, saveMailSwitch } from '#features/members/server/store.ts';
import { ok } from '#kit/result.ts';
import type { Api } from '#server/http/serve.ts';
import { eventMailCalls } from '../../event-mail-contract.ts';

export function eventMailRoutes(api: Api, { sendsMail }: { readonly sendsMail: boolean }): void {
  api.serve(eventMailCalls.detail, async ({ db, caller }) => {
    const switches = await readMailSwitches(db, caller.chapterId, caller.memberId);
    return ok({ isOn: switches?.events ?? false, isSent: sendsMail });
  });

  api.serve(eventMailCalls.change, async ({ tx, caller, body, now, newId }) => {
    const { chapterId, memberId } = caller;
    const { isOn } = body;
    await saveMailSwitch(tx, { chapterId, memberId, now, newId }, 'events', isOn);
    return ok({ isOn, isSent: sendsMail });
  });
}
