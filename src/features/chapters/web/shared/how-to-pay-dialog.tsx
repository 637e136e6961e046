import type { ReactNode } from 'react';
import { useSession } from '#web/api/session.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { HowToPay } from './how-to-pay.tsx';

/** Shows how the chapter is paid. */
export function HowToPayDialog({
  description,
  action,
  ...overlay
}: OverlayProps & {
  /** What has to be paid. */
  description: ReactNode;
  /** What follows a payment. */
  action: ReactNode;
}) {
  const { chapter } = useSession();
  return (
    <Dialog
      {...overlay}
      title={`How to Pay the ${chapter.name} Chapter`}
      description={description}
      readingLabel="How to pay"
      footer={
        <>
          <DialogClose>Close</DialogClose>
          {action}
        </>
      }
    >
      <HowToPay />
    </Dialog>
  );
}
