import { readMailsAboutEvents, saveMailsAboutEvents } from '#features/members/server/store.ts';
import { ok } from '#kit/result.ts';
import { audit } from '#server/audit/audit.ts';
import type { Api } from '#server/http/serve.ts';
import { eventMailCalls } from '../../event-mail-contract.ts';

export function eventMailRoutes(api: Api, { sendsMail }: { readonly sendsMail: boolean }): void {
  api.serve(eventMailCalls.detail, async ({ db, caller }) => {
    const isOn = await readMailsAboutEvents(db, caller.chapterId, caller.memberId);
    return ok({ isOn, isSent: sendsMail });
  });

  api.serve(eventMailCalls.change, async ({ tx, caller, body, now, newId }) => {
    const { chapterId, memberId } = caller;
    const { isOn } = body;
    if (await saveMailsAboutEvents(tx, chapterId, memberId, isOn)) {
      await audit(
        tx,
        { chapterId, memberId, now, newId },
        {
          action: 'member.event-mails',
          kind: 'member',
          id: memberId,
          before: { mailsAboutEvents: !isOn },
          after: { mailsAboutEvents: isOn },
        },
      );
    }
    return ok({ isOn, isSent: sendsMail });
  });
}
