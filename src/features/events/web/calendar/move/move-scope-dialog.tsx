import { useState } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import { RadioGroup } from '#web/ui/fields/radio-group.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { EventDetail, Scope } from '../../../event.ts';
import { Consequences } from '../../form/consequences.tsx';

const options: { value: Scope; label: string }[] = [
  { value: 'one', label: 'This event' },
  { value: 'all', label: 'All events' },
];

/** Asks how much of a series to move. */
export function MoveScopeDialog({
  event,
  description,
  onCancel,
  onMove,
}: {
  event: EventDetail;
  /** Where it moves. */
  description: string;
  onCancel: () => void;
  onMove: (scope: Scope) => Promise<void>;
}) {
  const [scope, setScope] = useState<Scope>('one');
  const [isBusy, setIsBusy] = useState(false);
  const submit = async () => {
    setIsBusy(true);
    await onMove(scope);
  };
  return (
    <Dialog
      open
      onClose={onCancel}
      isBusy={isBusy}
      title="Move Event"
      description={description}
      footer={
        <>
          <Button onClick={onCancel} disabled={isBusy}>
            Cancel
          </Button>
          <Button
            variant="primary"
            isBusy={isBusy}
            busyLabel="Moving..."
            onClick={() => void submit()}
          >
            Move Event
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <RadioGroup label="Applies to" options={options} value={scope} onValueChange={setScope} />
        <Consequences event={event} scope={scope} action="change" />
      </div>
    </Dialog>
  );
}
