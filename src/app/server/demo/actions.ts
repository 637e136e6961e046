/** Runs what the demo's people did: at the same time what does not touch the same. */
import type { Instant } from '#kit/day.ts';
import type { DemoClient, DemoClients } from './demo-client.ts';

export type TimelineAction = {
  at: Instant;
  /** What it changes, by any name: of two that touch the same, the earlier comes first. */
  touches: readonly string[];
  /** Comes after the earlier and before the later that touch it, but in any order among those that share it. */
  shares?: readonly string[];
  /** How many calls it makes; one by default. */
  calls?: number;
  run(client: DemoClient, at: Instant): Promise<unknown>;
};

/** Returns the number of the call after the last. The audit log is in the order of time in any case. */
export async function runActions(
  clients: DemoClients,
  actions: readonly TimelineAction[],
  firstCall: number,
): Promise<number> {
  /** Of each name: the last that touched it, and those that have shared it since. */
  const uses = new Map<string, Promise<unknown>[]>();
  let nextCall = firstCall;
  const running = inOrderOfTime(actions).map(({ at, touches, shares = [], calls = 1, run }) => {
    const client = clients.from(nextCall);
    nextCall += calls;
    const earlier = [
      ...touches.flatMap((name) => uses.get(name) ?? []),
      ...shares.flatMap((name) => uses.get(name)?.slice(0, 1) ?? []),
    ];
    const ran = Promise.all(earlier).then(() => run(client, at));
    for (const name of touches) uses.set(name, [ran]);
    for (const name of shares) uses.set(name, [...(uses.get(name) ?? [Promise.resolve()]), ran]);
    return ran;
  });
  await Promise.all(running);
  return nextCall;
}

function inOrderOfTime(actions: readonly TimelineAction[]): TimelineAction[] {
  return actions.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
