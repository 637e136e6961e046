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
import { formatEach, type SharePreview } from '../form/share-preview.ts';
import { joinNames, unknownName } from '../people.ts';
import { useExpenseNames } from '../use-names.ts';
import {
  findFittingAmount,
  type OverrideForm,
  previewOverride,
  toOverrideFields,
} from './override-form.ts';

export type OverrideContext = {
  expense: OpenExpense;
  type: Override['type'];
  /** The override that is being edited. */
  changed?: Override | undefined;
};

/** The current override of the form and the resulting shares. */
export function useOverridePreview({ expense, type, changed }: OverrideContext) {
  const form = useWatch<OverrideForm>() as OverrideForm;
  const names = useExpenseNames(expense);
  const fields = toOverrideFields(type, form, changed);
  return { fields, names, preview: previewOverride(expense, changed?.id, fields, names) };
}

/** The amount. If overrides do not fit the total, it shows the difference and offers an amount that fits. */
export function AmountField({
  label,
  help,
  isReplaced = false,
  ...context
}: OverrideContext & {
  label: string;
  help?: string | undefined;
  /** Typing replaces what the field begins with. */
  isReplaced?: boolean;
}) {
  const { register, setValue } = useFormContext<OverrideForm>();
  const { errors } = useFormState<OverrideForm>();
  const { fields, preview } = useOverridePreview(context);
  const fittingAmount = findFittingAmount(fields, preview);
  const isUnfit = preview?.difference !== undefined;
  return (
    <div className="flex flex-col gap-1.5">
      <MoneyField
        {...register('amount')}
        label={label}
        required
        help={help}
        onFocus={(event) => isReplaced && event.target.select()}
        error={isUnfit ? `${preview.words}.` : errors.amount?.message}
      />
      {isUnfit && (
        <p role="status" className="text-xs text-third">
          {fittingAmount === undefined ? (
            'No amount fits. Lower or delete another override first.'
          ) : (
            <TextButton
              className="font-medium"
              onClick={() => {
                setValue('amount', centsToText(fittingAmount), { shouldValidate: true });
              }}
            >
              Use {formatMoney(fittingAmount)} instead
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

/** The participants of the override, with the resulting shares. */
export function OverrideParticipantsField(context: OverrideContext) {
  const { expense, type } = context;
  const { field, fieldState } = useController<OverrideForm, 'participants'>({
    name: 'participants',
  });
  const { fields, names, preview } = useOverridePreview(context);
  const { me } = useSession();
  const frame = useRef<HTMLDivElement>(null);
  const chosen = new Set(field.value);
  const people = expense.participants
    .map((id) => ({ id, name: names.get(id) ?? unknownName }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  // A manual override has one participant, so selecting another replaces the first.
  const choose = (ids: Id<'member'>[]) =>
    field.onChange(type === 'manual' ? ids.filter((id) => !chosen.has(id)).slice(-1) : ids);
  // A difference from the total is shown at the amount field.
  const refusal = preview?.isRefused && preview.difference === undefined && `${preview.words}.`;
  return (
    <div
      ref={(element) => {
        frame.current = element;
        // The list is not a single control, so an error focuses its filter.
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
        help={describeHelp(context, fields, preview, names)}
        error={fieldState.error?.message ?? (refusal || undefined)}
      />
    </div>
  );
}

function describeHelp(
  { expense, type, changed }: OverrideContext,
  fields: OverrideFields | undefined,
  preview: SharePreview | undefined,
  names: ReadonlyMap<Id<'member'>, string>,
): ReactNode {
  if (!fields || !preview || preview.isRefused) return undefined;
  if (type === 'manual') return preview.words;
  const fixed = new Set(
    expense.overrides
      .filter((override) => override.type === 'manual' && override.id !== changed?.id)
      .flatMap((manual) => manual.participantIds),
  );
  const sharing = fields.participantIds.filter((id) => !fixed.has(id));
  const excluded = fields.participantIds.filter((id) => fixed.has(id));
  const excludedNames = joinNames(excluded.map((id) => names.get(id) ?? unknownName));
  return (
    <>
      {formatEach(fields.amount, sharing.length)} on top of their share of the rest. {preview.words}
      {excluded.length > 0 && ` Not included because of a manual override: ${excludedNames}.`}
    </>
  );
}
