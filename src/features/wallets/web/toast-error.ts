import { toast } from '#web/ui/overlays/toast.ts';

/** Shows a failure as a toast titled 'Error', as specified. */
export function toastError(description: string): void {
  toast.error({ title: 'Error', description });
}
