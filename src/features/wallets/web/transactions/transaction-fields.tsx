import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { type FocusEvent, useState } from 'react';
import {
  type ControllerRenderProps,
  useController,
  useFormContext,
  useFormState,
  useWatch,
} from 'react-hook-form';
import { membersQuery } from '#features/members/web/queries.ts';
import { type Currency, formatMoney, sumCents } from '#kit/money.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { maxDescriptionLength, type TransactionType, type Wallet } from '../../contract.ts';
import { formatFullName } from '../format-full-name.ts';
import { useBookableTypes } from '../use-can-write.ts';
import { useUserNames } from '../use-user-names.ts';
import { computeMovement, type FormKind, type TransactionForm } from './transaction-form.ts';

const typeLabels: Record<TransactionType, string> = { credit: 'Credit', debit: 'Debit' };
const symbols: Record<Currency, string> = { USD: '$', EUR: '€', GBP: '£', CAD: '$', AUD: '$' };

/** The fields of a transaction, registered in the order in which the first invalid one is focused. */
export function TransactionFields({
  wallet,
  kind,
}: {
  wallet: Pick<Wallet, 'user' | 'currencyCode' | 'currentBalance'>;
  kind: FormKind;
}) {
  const { register, getValues } = useFormContext<TransactionForm>();
  const { field } = useController<TransactionForm, 'userId'>({ name: 'userId' });
  const { errors } = useFormState<TransactionForm>();
  const types = useBookableTypes();
  const [metadata] = useState(() => getValues('metadataJson'));
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
      <UserField wallet={wallet} field={field} error={errors.userId?.message} />
      <Select
        {...register('transactionType')}
        label="Transaction Type"
        required
        options={types.map((type) => ({ value: type, label: typeLabels[type] }))}
        help={
          types.length === 1
            ? 'A debit subtracts from the balance. Credits are added by treasurers.'
            : 'A credit adds to the balance; a debit subtracts from it.'
        }
        error={errors.transactionType?.message}
      />
      <MoneyField
        {...register('amount')}
        label="Amount"
        required
        symbol={symbols[wallet.currencyCode]}
        suffix={<span className="pr-2.5 text-xs text-third">{wallet.currencyCode}</span>}
        onFocus={selectZero}
        help={kind === 'add' && <BalanceAfter wallet={wallet} />}
        error={errors.amount?.message}
      />
      <TextArea
        {...register('description')}
        label="Description"
        required
        rows={2}
        aside={<DescriptionLength />}
        error={errors.description?.message}
        className="sm:col-span-2"
      />
      <TextField
        {...register('referenceId')}
        label="Reference ID"
        autoComplete="off"
        help="An invoice or receipt number, if any."
        error={errors.referenceId?.message}
        className="sm:col-span-2"
      />
      <Disclosure
        summary="Advanced"
        isOpen={errors.metadataJson !== undefined || !['', '{}'].includes(metadata)}
        className="sm:col-span-2"
      >
        <TextArea
          {...register('metadataJson')}
          label="Metadata"
          rows={1}
          spellCheck={false}
          help="For integrations: free text such as JSON, at most 8 KB."
          error={errors.metadataJson?.message}
        />
      </Disclosure>
    </div>
  );
}

/** Selects the initial 0, so that typing replaces it. */
function selectZero({ currentTarget }: FocusEvent<HTMLInputElement>): void {
  if (/^0*\.?0*$/.test(currentTarget.value)) currentTarget.select();
}

function UserField({
  wallet,
  field,
  error,
}: {
  wallet: Pick<Wallet, 'user'>;
  field: ControllerRenderProps<TransactionForm, 'userId'>;
  error: string | undefined;
}) {
  const members = useQuery(membersQuery);
  const people = members.data?.items ?? [];
  const unlisted =
    field.value !== '' && !people.some((member) => member.id === field.value) && field.value;
  const nameOf = useUserNames(wallet, unlisted ? [unlisted] : []);
  return (
    <Select
      ref={field.ref}
      name={field.name}
      label="User"
      required
      options={[
        { value: '', label: 'Select a user' },
        ...(unlisted ? [{ value: unlisted, label: nameOf(unlisted) }] : []),
        ...people.map((member) => ({ value: member.id, label: formatFullName(member) })),
      ]}
      value={field.value}
      onValueChange={field.onChange}
      onBlur={field.onBlur}
      help={
        members.isError && (
          <>
            Couldn't load members.{' '}
            <TextButton onClick={() => void members.refetch()} className="font-medium">
              Retry
            </TextButton>
          </>
        )
      }
      error={error}
      className="sm:col-span-2"
    />
  );
}

/** The balance after the transaction. */
function BalanceAfter({ wallet }: { wallet: Pick<Wallet, 'currencyCode' | 'currentBalance'> }) {
  const form = useWatch<TransactionForm>() as TransactionForm;
  const { currentBalance, currencyCode } = wallet;
  const movement = computeMovement(form, currencyCode);
  return movement === undefined ? (
    <>Current balance {formatMoney(currentBalance, currencyCode)}</>
  ) : (
    <>New balance {formatMoney(sumCents([currentBalance, movement]), currencyCode)}</>
  );
}

function DescriptionLength() {
  const used = useWatch<TransactionForm, 'description'>({ name: 'description' }).length;
  const isTooLong = used > maxDescriptionLength;
  return (
    <span className={clsx('tabular', isTooLong && 'font-medium text-owes')}>
      {used} / {maxDescriptionLength}
    </span>
  );
}
