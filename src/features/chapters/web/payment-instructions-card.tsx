import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldErrors, type UseFormReturn, useWatch } from 'react-hook-form';
import { sessionQuery } from '#features/identity/web/queries.ts';
import { call } from '#web/api/call.ts';
import { isConflict } from '#web/api/call-error.ts';
import { useRecordForm } from '#web/screen/record/record-form.ts';
import { useSeen } from '#web/screen/record/use-seen.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { SaveFailure } from '#web/ui/states/save-failure.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import {
  instructionCalls,
  type PaymentInstructions,
  type SavedInstructions,
} from '../payment-instructions-contract.ts';
import { type InstructionsForm, readForm, toForm } from './payment-instructions-form.ts';
import { instructionsQuery } from './shared/instructions-query.ts';

/** Edits how the chapter is paid, for admins. */
export function PaymentInstructionsCard() {
  const instructions = useQuery(instructionsQuery);
  /** How often it was saved here; after each, the form starts anew. */
  const [saves, setSaves] = useState(0);
  return (
    <Card title="How to Pay" description="Shown to members who have to pay the chapter">
      <QueryView
        query={instructions}
        failure="Couldn't load how to pay."
        loading={<LoadingRows label="Loading how to pay..." rows={9} />}
      >
        {(data) => (
          <PaymentInstructionsForm key={saves} saved={data} onSaved={() => setSaves(saves + 1)} />
        )}
      </QueryView>
    </Card>
  );
}

function useChangeInstructions(onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ version, ...body }: PaymentInstructions & { version: number }) =>
      call(instructionCalls.change, { body, ifMatch: version }),
    // The form goes on from the latest version.
    onError: (error) =>
      isConflict(error) && client.invalidateQueries({ queryKey: instructionsQuery.queryKey }),
    onSuccess: async (saved) => {
      toast.success('How to pay saved');
      client.setQueryData(instructionsQuery.queryKey, saved);
      onSaved();
      // Says whether there is anything to show.
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}

function PaymentInstructionsForm({
  saved,
  onSaved,
}: {
  saved: SavedInstructions;
  onSaved: () => void;
}) {
  const change = useChangeInstructions(onSaved);
  const { seen, onTyped } = useSeen(saved, change.error);
  const { version } = seen;
  const form = useRecordForm<InstructionsForm>(toForm(seen), {
    mode: 'onTouched',
    onTyped,
    resolver: (values) => {
      const read = readForm(values);
      if ('body' in read) return { values, errors: {} };
      const errors = Object.entries(read.problems).map(([name, message]) => [
        name,
        { type: 'rule', message },
      ]);
      return { values: {}, errors: Object.fromEntries(errors) };
    },
  });
  const submit = form.handleSubmit((typed) => {
    const read = readForm(typed);
    if ('body' in read) change.mutate({ ...read.body, version });
  });
  const { register } = form;
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <SaveFailure what="how to pay" error={change.error} />
      <TextArea
        label="Instructions"
        help="Such as whom to give a check, or what to write on a transfer"
        error={errors.howToPay?.message}
        {...register('howToPay')}
      />
      <TextField
        label="Payment Link"
        help="Starts with https://"
        type="url"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.paymentLink?.message}
        {...register('paymentLink')}
      />
      <AccountFields register={register} control={form.control} errors={errors} />
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        isBusy={change.isPending}
        busyLabel="Saving..."
      >
        {isConflict(change.error) ? 'Save My Changes' : 'Save How to Pay'}
      </Button>
    </form>
  );
}

const accountTypes: { value: InstructionsForm['accountType']; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'us', label: 'US routing and account number' },
  { value: 'iban', label: 'IBAN' },
];

function AccountFields({
  register,
  control,
  errors,
}: Pick<UseFormReturn<InstructionsForm>, 'register' | 'control'> & {
  errors: FieldErrors<InstructionsForm>;
}) {
  const type = useWatch({ control, name: 'accountType' });
  const number = { autoComplete: 'off', spellCheck: false, required: true };
  return (
    <>
      <Select
        label="Bank Account"
        help={type !== 'none' && 'Every member of the chapter can see it.'}
        options={accountTypes}
        {...register('accountType')}
      />
      {type !== 'none' && (
        <>
          <TextField
            label="Account Holder"
            required
            autoComplete="off"
            error={errors.holder?.message}
            {...register('holder')}
          />
          <TextField
            label="Bank Name"
            autoComplete="off"
            error={errors.bankName?.message}
            {...register('bankName')}
          />
        </>
      )}
      {type === 'iban' && (
        <TextField
          label="IBAN"
          {...number}
          autoCapitalize="characters"
          error={errors.iban?.message}
          {...register('iban')}
        />
      )}
      {type === 'us' && (
        <>
          <TextField
            label="Routing Number"
            {...number}
            inputMode="numeric"
            error={errors.routingNumber?.message}
            {...register('routingNumber')}
          />
          <TextField
            label="Account Number"
            {...number}
            inputMode="numeric"
            error={errors.accountNumber?.message}
            {...register('accountNumber')}
          />
        </>
      )}
    </>
  );
}
