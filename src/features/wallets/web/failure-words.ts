import { toast } from '#web/ui/overlays/toast.ts';

/** Says a failure in the specification's words. */
export function toastFailure(description: string): void {
  toast.error({ title: 'Error', description });
}
