/** Warns a member, once a day, that they have nearly used up what one may write in it. */
import { toast } from '../ui/overlays/toast.ts';

const shape = /^"day";r=(\d+);t=(\d+)$/;
let warnedUntil = 0;

/** Called with every response. Only of a day that is nearly used up it says how much is left. */
export function noteDayLeft({ headers }: Response): void {
  const [, bytes, seconds] = shape.exec(headers.get('ratelimit') ?? '') ?? [];
  const now = Temporal.Now.instant().epochMilliseconds;
  if (bytes === undefined || now < warnedUntil) return;
  warnedUntil = now + Number(seconds) * 1_000;
  toast.info({
    title: 'You have written unusually much today',
    description: `Another ${Math.floor(Number(bytes) / 1_000_000)} MB can be saved until midnight, when it starts anew.`,
  });
}
