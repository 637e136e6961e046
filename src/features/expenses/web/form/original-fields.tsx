import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { formatShortDate } from '#kit/day.ts';
import { formatMoney } from '#kit/money.ts';
import { call } from '#web/api/call.ts';
import { useSession } from '#web/api/session.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { expenseCalls } from '../../contract.ts';
import { expensesKey } from '../../keys.ts';
import { type ForeignCurrency, foreignCurrencies } from '../../original.ts';
import { readDollars, toDollarText } from './entered-amount.ts';
import type { ExpenseForm } from './expense-form.ts';

export const ratesQuery = queryOptions({
  queryKey: [...expensesKey, 'rates'],
  queryFn: async ({ signal }) => (await call(expenseCalls.rates, { signal })).items,
});

const names: Record<ForeignCurrency, string> = {
  EUR: 'Euros (EUR)',
  GBP: 'Pounds (GBP)',
  CAD: 'Canadian dollars (CAD)',
  AUD: 'Australian dollars (AUD)',
};

export async function readLatestRate(client: QueryClient, currency: ForeignCurrency) {
  const rates = await client.query(ratesQuery);
  return rates.find((each) => each.currency === currency);
}

/** Switches between dollars and another currency, for which the latest rate is proposed. */
function useCurrency() {
  const { setValue, getValues } = useFormContext<ExpenseForm>();
  const client = useQueryClient();
  const setRate = (rate: string) =>
    setValue('rate', rate, { shouldDirty: true, shouldValidate: rate !== '' });
  return (currency: ExpenseForm['currency']) => {
    setValue('currency', currency, { shouldDirty: true });
    setRate('');
    if (currency === 'USD') return;
    readLatestRate(client, currency).then(
      (latest) => {
        const values = getValues();
        if (latest && values.currency === currency && values.rate === '') setRate(latest.rate);
      },
      // Without a proposal, the rate is typed.
      () => undefined,
    );
  };
}

/** Beside the label of the amount, so that dollars, the usual case, need no choice. */
export function CurrencySwitch() {
  const currency = useWatch<ExpenseForm, 'currency'>({ name: 'currency' });
  const change = useCurrency();
  return currency === 'USD' ? (
    <TextButton onClick={() => change('EUR')}>Other Currency</TextButton>
  ) : (
    <TextButton onClick={() => change('USD')}>US Dollars</TextButton>
  );
}

/** The currency that was paid in and its rate, with what it comes to in dollars. */
export function OriginalFields() {
  const { register } = useFormContext<ExpenseForm>();
  const { errors } = useFormState<ExpenseForm>();
  const { chapter } = useSession();
  const change = useCurrency();
  const currency = useWatch<ExpenseForm, 'currency'>({ name: 'currency' });
  const [amount, rate] = useWatch<ExpenseForm, ['amount', 'rate']>({ name: ['amount', 'rate'] });
  const { data: rates = [] } = useQuery({ ...ratesQuery, enabled: currency !== 'USD' });
  if (currency === 'USD') return null;
  const dollars = readDollars({ amount, currency, rate });
  const latest = rates.find((each) => each.currency === currency);
  return (
    <>
      <Select
        label="Currency"
        options={foreignCurrencies.map((value) => ({ value, label: names[value] }))}
        value={currency}
        onValueChange={change}
      />
      <TextField
        {...register('rate', { deps: ['amount', 'shares'] })}
        label={`US Dollars for 1 ${currency}`}
        required
        inputMode="decimal"
        autoComplete="off"
        placeholder="1.0834"
        inputClassName="tabular"
        aside={
          latest &&
          latest.rate === rate &&
          `From ${formatShortDate(latest.expenseDate, chapter.timeZone)}`
        }
        help={
          <output>
            {dollars === undefined
              ? 'Shares are in US dollars at this rate.'
              : `Comes to ${formatMoney(dollars)}`}
          </output>
        }
        error={errors.rate?.message}
      />
    </>
  );
}

/** What the entered amount comes to, as text in dollars; as typed unless in another currency. */
export function useDollarText(): string {
  const [amount, currency, rate] = useWatch<ExpenseForm, ['amount', 'currency', 'rate']>({
    name: ['amount', 'currency', 'rate'],
  });
  return toDollarText({ amount, currency, rate });
}
