import { useEffect, useLayoutEffect, useRef } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { isSameInput, mergeInput } from './merge-input.ts';

/** A form whose fields follow `initial`, the latest version of its record, until they are touched. */
export function useRecordForm<Values extends FieldValues>(
  initial: Values,
  {
    onTyped,
    merge = mergeInput,
    ...options
  }: Pick<UseFormProps<Values>, 'mode' | 'resolver'> & {
    /** Called once it says something else. */
    onTyped?: (() => void) | undefined;
    merge?: typeof mergeInput<Values>;
  },
): UseFormReturn<Values> {
  const form = useForm<Values>({ ...options, defaultValues: initial as DefaultValues<Values> });
  const { isDirty } = form.formState;
  useEffect(() => {
    if (isDirty) onTyped?.();
  }, [isDirty, onTyped]);
  const before = useRef(initial);
  useLayoutEffect(() => {
    if (isSameInput(before.current, initial)) return;
    rebaseForm(form, initial, merge(form.getValues(), before.current, initial));
    before.current = initial;
  });
  return form;
}

/** From then on, the form is about `newer` and says `merged`. Without the refs, the fields would not show it. */
export function rebaseForm<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'reset'>,
  newer: Values,
  merged: Values,
): void {
  form.reset(newer, { keepValues: true, keepFieldsRef: true });
  form.reset(merged, { keepDefaultValues: true, keepFieldsRef: true });
}
