import { describeFailure } from '#web/api/call-error.ts';
import { toast } from '#web/ui/overlays/toast.ts';

/** Says a failure in the specification's words, with the reason below. */
export function toastFailure(title: string, error: unknown): void {
  toast.error({ title, description: describeFailure(error) });
}
