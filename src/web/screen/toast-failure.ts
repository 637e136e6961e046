import { describeFailure } from '#web/api/call-error.ts';
import { toast } from '#web/ui/overlays/toast.ts';

/** Shows a failure with the specification's text and the reason below. */
export function toastFailure(title: string, error: unknown): void {
  toast.error({ title, description: describeFailure(error) });
}
