import { setImmediate as immediate } from 'node:timers/promises';

type Waiting<Item, Answer> = {
  readonly item: Item;
  readonly since: number;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

/**
 * Sends what comes alone at once; what comes while that is under way is gathered and sent together
 * next, in the order it came. So nobody waits for company, and the busier it is, the more share one
 * round trip. `send` answers each item, in their order; when it throws, it does so for all of them.
 */
export function gathering<Item, Answer>(
  send: (items: readonly Item[]) => Promise<readonly Answer[]>,
  mostAtOnce: number,
  /** Milliseconds after which those who wait share the failure of the batch before them. */
  patience = 1_000,
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  let isSending = false;

  async function sendAll(): Promise<void> {
    isSending = true;
    while (waiting.length > 0) {
      // What has arrived on other connections by now is read first.
      await immediate();
      const batch = waiting.slice(0, mostAtOnce);
      waiting = waiting.slice(mostAtOnce);
      try {
        const answers = await send(batch.map(({ item }) => item));
        for (const [index, { resolve, reject }] of batch.entries()) {
          if (index in answers) resolve(answers[index] as Answer);
          else reject(new Error('an item of a batch got no answer'));
        }
      } catch (error) {
        // Who has waited behind it for long would wait as long again: a queue must not outlive an outage.
        const isStranded = ({ since }: { since: number }) => performance.now() - since > patience;
        const stranded = [...batch, ...waiting.filter(isStranded)];
        waiting = waiting.filter((each) => !isStranded(each));
        for (const { reject } of stranded) reject(error);
      }
    }
    isSending = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, since: performance.now(), resolve, reject });
      if (!isSending) void sendAll();
    });
}
