import { setImmediate as immediate } from 'node:timers/promises';

type Waiting<Item, Answer> = {
  readonly item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

/**
 * Sends an item at once if nothing is being sent; items that arrive meanwhile go together in the next
 * batch, in order. No one waits for company, and the busier it is, the more items share a round trip.
 * `send` returns one answer per item, in order; if it throws, all items of the batch fail.
 */
export function coalesce<Item, Answer>(
  send: (items: readonly Item[]) => Promise<readonly Answer[]>,
  maxBatchSize: number,
  /**
   * Milliseconds after which the next batch no longer waits for the one being sent, whose answer may
   * be lost: a queue must not outlive an outage.
   */
  patience = 1_000,
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  let isSending = false;
  let giveUp = () => {};
  // One for all batches: to make one for each takes a tenth of the time of a lookup.
  let timer: NodeJS.Timeout | undefined;

  async function sendAll(): Promise<void> {
    isSending = true;
    timer ??= setTimeout(() => giveUp(), patience).unref();
    while (waiting.length > 0) {
      // Lets requests that have arrived on other connections join.
      await immediate();
      const batch = waiting.slice(0, maxBatchSize);
      waiting = waiting.slice(maxBatchSize);
      timer.refresh();
      await new Promise<void>((resolve) => {
        giveUp = resolve;
        void sendBatch(batch).then(resolve);
      });
    }
    isSending = false;
  }

  async function sendBatch(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await send(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        if (index in answers) resolve(answers[index] as Answer);
        else reject(new Error('an item of a batch got no answer'));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isSending) void sendAll();
    });
}
