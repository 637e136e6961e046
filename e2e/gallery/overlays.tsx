import { type SubmitEvent, useState } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { Fields } from './fields.tsx';

export function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'alert' | 'settle' | 'long'>();
  const [isBusy, setIsBusy] = useState(false);
  const [isChanged, setIsChanged] = useState(false);
  const close = () => {
    setOpen(undefined);
    setIsChanged(false);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsBusy(true);
    setTimeout(() => {
      setIsBusy(false);
      close();
      toast.success('Wallet created successfully');
    }, 5000);
  };
  return (
    <Card title="What floats">
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('long')}>Long dialog</Button>
        <Button onClick={() => setOpen('alert')}>Delete</Button>
        <Button onClick={() => setOpen('settle')}>Settle</Button>
        <Button onClick={() => toast.success('Expense created successfully!')}>Success</Button>
        <Button
          onClick={() =>
            toast.error({ title: 'Error', description: 'API request failed: 409 Conflict' })
          }
        >
          Error
        </Button>
        <Button onClick={() => toast.info('No changes detected')}>Info</Button>
      </div>
      <Dialog
        open={open === 'dialog' || open === 'long'}
        onClose={close}
        title="Create New Expense"
        description="Add a new expense and assign it to participants"
        size={open === 'long' ? 'lg' : 'md'}
        isBusy={isBusy}
        onSubmit={submit}
        isChanged={isChanged}
        footer={
          <>
            <DialogClose disabled={isBusy} />
            <Button type="submit" variant="primary" isBusy={isBusy} busyLabel="Creating...">
              Create Expense
            </Button>
          </>
        }
      >
        {open === 'long' ? (
          <div onInput={() => setIsChanged(true)}>
            <Fields />
          </div>
        ) : (
          <div className="grid gap-4">
            <p className="text-second">A short form.</p>
            <Button onClick={() => setOpen('settle')}>Another dialog</Button>
          </div>
        )}
      </Dialog>
      <AlertDialog
        open={open === 'alert'}
        onClose={close}
        title="Delete Expense"
        description="Are you sure you want to delete this expense? This action cannot be undone."
        confirmLabel="Delete"
        onConfirm={close}
      />
      <AlertDialog
        open={open === 'settle'}
        onClose={close}
        title="Settle Expense"
        description="Are you sure you want to settle this expense? This will mark the expense as settled and cannot be undone."
        confirmLabel="Settle Expense"
        busyLabel="Settling..."
        tone="primary"
        isBusy={isBusy}
        onConfirm={close}
      >
        <p className="text-third">Harbor dinner, $684.20</p>
      </AlertDialog>
    </Card>
  );
}
