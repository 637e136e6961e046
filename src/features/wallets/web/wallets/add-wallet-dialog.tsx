import { useForm, useFormState, useWatch } from 'react-hook-form';
import type { Member } from '#features/members/contract.ts';
import type { Id } from '#kit/id.ts';
import { type Currency, currencies } from '#kit/money.ts';
import { getErrorMessage } from '#web/api/call-error.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog, DialogSubmit } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { WriteFailure } from '#web/ui/states/save-failure.tsx';
import { maxWalletNameLength, type NewWallet, newWallet } from '../../contract.ts';
import { formatFullName } from '../format-full-name.ts';
import { useCreateWallet } from '../queries.ts';
import { toastError } from '../toast-error.ts';

type WalletForm = { name: string; ownerId: Id<'member'> | ''; currencyCode: Currency | '' };

/** Creates a wallet with a name, an owner and a currency, which cannot be changed later. */
export function AddWalletDialog({
  members,
  onAdded,
  ...overlay
}: OverlayProps & {
  members: readonly Member[];
  onAdded: () => void;
}) {
  const { register, handleSubmit, control } = useForm<WalletForm>({
    defaultValues: { name: '', ownerId: '', currencyCode: '' },
    mode: 'onTouched',
  });
  const values = useWatch({ control });
  const { errors, isDirty } = useFormState({ control });
  const idempotency = useIdempotencyKey();
  const create = useCreateWallet();
  const typed = newWallet.safeParse(values);
  const save = useSubmitOnce(
    async (body: NewWallet) => {
      await create.mutateAsync({ body, idempotencyKey: idempotency.keyFor(body) });
      toast.success('Wallet created successfully');
      onAdded();
    },
    (error) => toastError(getErrorMessage(error) ?? 'Failed to create wallet'),
  );
  const submit = handleSubmit(() => {
    if (typed.success) save(typed.data);
  });
  return (
    <Dialog
      {...overlay}
      title="Add New Wallet"
      description="Create a new wallet for tracking finances"
      isBusy={create.isPending}
      onSubmit={(event) => void submit(event)}
      isChanged={isDirty}
      footer={
        <>
          <WriteFailure error={create.error} className="basis-full!" />
          <DialogSubmit disabled={!typed.success} isBusy={create.isPending} busyLabel="Creating...">
            Create Wallet
          </DialogSubmit>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <TextField
          {...register('name', { validate: (text) => text.trim() !== '' || 'Enter a name' })}
          label="Wallet Name"
          required
          maxLength={maxWalletNameLength}
          autoComplete="off"
          error={errors.name?.message}
        />
        <Select
          {...register('ownerId', { validate: (owner) => owner !== '' || 'Choose an owner' })}
          label="Owner"
          required
          placeholder="Select an owner"
          options={members.map((member) => ({ value: member.id, label: formatFullName(member) }))}
          error={errors.ownerId?.message}
        />
        <Select
          {...register('currencyCode', {
            validate: (currency) => currency !== '' || 'Choose a currency',
          })}
          label="Currency"
          required
          placeholder="Select a currency"
          options={currencies.map((currency) => ({ value: currency, label: currency }))}
          help="A wallet's currency can't be changed later. Expenses settle in USD."
          error={errors.currencyCode?.message}
        />
      </div>
    </Dialog>
  );
}
