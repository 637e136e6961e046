import { type UseFormReturn, useForm } from 'react-hook-form';
import type { Currency } from '#kit/money.ts';
import { getRefusal } from '#web/api/call-error.ts';
import { type FormKind, type TransactionForm, validateForm } from './transaction-form.ts';

/** Later changes of `initial` have no effect. */
export function useTransactionForm(
  initial: TransactionForm,
  kind: FormKind,
  currency: Currency,
): UseFormReturn<TransactionForm> {
  return useForm<TransactionForm>({
    defaultValues: initial,
    mode: 'onTouched',
    resolver: (values) => {
      const problems = Object.entries(validateForm(values, kind, currency) ?? {});
      if (problems.length === 0) return { values, errors: {} };
      const errors = problems.map(([name, message]) => [name, { type: 'rule', message }]);
      return { values: {}, errors: Object.fromEntries(errors) };
    },
  });
}

/** Shows the server's message about a field beside that field, too. */
export function showRefusal(form: UseFormReturn<TransactionForm>, error: unknown): void {
  const refusal = getRefusal(error);
  const field = Object.keys(form.getValues()).find((name) => name === refusal?.field);
  if (!refusal || !field) return;
  form.setError(field as keyof TransactionForm, { type: 'server', message: refusal.message });
}
