import { type UseFormReturn, useForm } from 'react-hook-form';
import { getRefusal } from '#web/api/call-error.ts';
import { type FormKind, problemsOf, type TransactionForm } from './transaction-form.ts';

/** The form of a transaction; later changes of `initial` change nothing. */
export function useTransactionForm(
  initial: TransactionForm,
  kind: FormKind,
): UseFormReturn<TransactionForm> {
  return useForm<TransactionForm>({
    defaultValues: initial,
    mode: 'onTouched',
    resolver: (values) => {
      const problems = Object.entries(problemsOf(values, kind) ?? {});
      if (problems.length === 0) return { values, errors: {} };
      const errors = problems.map(([name, message]) => [name, { type: 'rule', message }]);
      return { values: {}, errors: Object.fromEntries(errors) };
    },
  });
}

/** Puts what the server says about a field beside that field too. */
export function showRefusal(form: UseFormReturn<TransactionForm>, error: unknown): void {
  const refusal = getRefusal(error);
  const field = Object.keys(form.getValues()).find((name) => name === refusal?.field);
  if (!refusal || !field) return;
  form.setError(field as keyof TransactionForm, { type: 'server', message: refusal.message });
}
