import { type ReactNode, useRef } from 'react';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { Id } from '#kit/id.ts';
import { centsToText, formatMoney } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Checklist } from '#web/ui/fields/checklist.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import {
  maxLabelLength,
  type OpenExpense,
  type Override,
  type OverrideFields,
} from '../../expense.ts';
import { PreviewedShare } from '../form/previewed-share.tsx';
import { eachWords, listed, type SharePreview } from '../form/share-preview.ts';
import { unknownName } from '../people.ts';
import { useNames } from '../use-names.ts';
import { amountThatFits, type OverrideForm, previewOverride, statedOf } from './override-form.ts';

export type AboutOverride = {
  expense: OpenExpense;
  type: Override['type'];
  /** The override that is being changed. */
  changed?: Id<'override'> | undefined;
};

/** What the form states now, and what everybody will owe with it. */
export function useOverridePreview({ expense, type, changed }: AboutOverride) {
  const form = useWatch<OverrideForm>() as OverrideForm;
  const names = useNames(expense);
  const stated = statedOf(type, form);
  return { stated, names, preview: previewOverride(expense, changed, stated, names) };
}

/** The amount; where overrides do not fit the total, by how much, and the one tap that mends it. */
export function AmountField({
  label,
  help,
  ...about
}: AboutOverride & { label: string; help?: string | undefined }) {
  const { register, setValue } = useFormContext<OverrideForm>();
  const { errors } = useFormState<OverrideForm>();
  const { stated, preview } = useOverridePreview(about);
  const fitting = amountThatFits(stated, preview);
  const isUnfit = preview?.difference !== undefined;
  return (
    <div className="flex flex-col gap-1.5">
      <MoneyField
        {...register('amount')}
        label={label}
        required
        help={help}
        error={isUnfit ? `${preview.words}.` : errors.amount?.message}
      />
      {isUnfit && (
        <p role="status" className="text-xs text-third">
          {fitting === undefined ? (
            'No amount fits. Lower or delete another override first.'
          ) : (
            <TextButton
              className="font-medium"
              onClick={() => {
                setValue('amount', centsToText(fitting), { shouldValidate: true });
              }}
            >
              Use {formatMoney(fitting)} instead
            </TextButton>
          )}
        </p>
      )}
    </div>
  );
}

export function LabelField({
  label,
  placeholder,
  isOptional = false,
}: {
  label: string;
  placeholder?: string | undefined;
  isOptional?: boolean | undefined;
}) {
  const { register } = useFormContext<OverrideForm>();
  const { errors } = useFormState<OverrideForm>();
  return (
    <TextField
      {...register('label')}
      label={label}
      required={!isOptional}
      aside={isOptional && 'optional'}
      placeholder={placeholder}
      maxLength={maxLabelLength}
      autoComplete="off"
      error={errors.label?.message}
    />
  );
}

/** Who shares the override, and what everybody will owe with it. */
export function OverrideParticipantsField(about: AboutOverride) {
  const { expense, type } = about;
  const { field, fieldState } = useController<OverrideForm, 'participants'>({
    name: 'participants',
  });
  const { stated, names, preview } = useOverridePreview(about);
  const { me } = useSession();
  const frame = useRef<HTMLDivElement>(null);
  const chosen = new Set(field.value);
  const people = expense.participants
    .map((id) => ({ id, name: names.get(id) ?? unknownName }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  // A manual override is about one: choosing another moves it there.
  const choose = (ids: Id<'member'>[]) =>
    field.onChange(type === 'manual' ? ids.filter((id) => !chosen.has(id)).slice(-1) : ids);
  // That overrides miss the total stands beside the amount.
  const refusal = preview?.isRefused && preview.difference === undefined && `${preview.words}.`;
  return (
    <div
      ref={(element) => {
        frame.current = element;
        // The list has no one control; at fault, its filter takes the focus.
        field.ref({ focus: () => frame.current?.querySelector('input')?.focus() });
      }}
      onBlur={field.onBlur}
    >
      <Checklist
        label="Participants"
        required
        options={people.map(({ id, name }) => ({
          id,
          label: id === me.memberId ? `${name} (you)` : name,
          start: <Avatar id={id} name={name} />,
          end: <PreviewedShare id={id} preview={preview} isMarked={chosen.has(id)} />,
        }))}
        selected={field.value}
        onSelectedChange={choose}
        help={helpOf(about, stated, preview, names)}
        error={fieldState.error?.message ?? (refusal || undefined)}
      />
    </div>
  );
}

function helpOf(
  { expense, type, changed }: AboutOverride,
  stated: OverrideFields | undefined,
  preview: SharePreview | undefined,
  names: ReadonlyMap<Id<'member'>, string>,
): ReactNode {
  if (!stated || !preview || preview.isRefused) return undefined;
  if (type === 'manual') return preview.words;
  const fixed = new Set(
    expense.overrides
      .filter((override) => override.type === 'manual' && override.id !== changed)
      .flatMap((manual) => manual.participantIds),
  );
  const sharing = stated.participantIds.filter((id) => !fixed.has(id));
  const left = stated.participantIds.filter((id) => fixed.has(id));
  const leftNames = listed(left.map((id) => names.get(id) ?? unknownName));
  return (
    <>
      {eachWords(stated.amount, sharing.length)} on top of their share of the rest. {preview.words}
      {left.length > 0 && ` Not included because of a manual override: ${leftNames}.`}
    </>
  );
}
