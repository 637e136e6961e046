import clsx from 'clsx';
import { useRef } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { toMemberNames } from '#features/members/web/shared/use-member-names.ts';
import type { Id } from '#kit/id.ts';
import { cents, centsFromTyped, centsToText, formatMoney } from '#kit/money.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { FieldNotes } from '#web/ui/fields/field.tsx';
import { Segmented } from '#web/ui/fields/segmented.tsx';
import type { Person } from '../people.ts';
import type { ExpenseForm } from './expense-form.ts';
import { useDollarText } from './original-fields.tsx';
import { PartsField } from './parts-field.tsx';
import { PreviewedShare } from './previewed-share.tsx';
import { isShareReadable, ShareInput } from './share-input.tsx';
import { previewShares, type SharePreview, showShares } from './share-preview.ts';
import type { SharesInput, SplitMode, StoredShares } from './shares-input.ts';

const modes: { value: SplitMode; label: string }[] = [
  { value: 'amounts', label: 'Amounts' },
  { value: 'percent', label: 'Percent' },
  { value: 'weights', label: 'Weights' },
];

const hints: Record<SplitMode, string> = {
  amounts: 'Type an amount to fix it. The rest is split evenly.',
  percent: 'Percentages left empty share what is left. They stay when the amount changes.',
  weights: 'Twice the weight pays twice as much. They stay when the amount changes.',
};

/** From here on, amounts need a wider field. */
const longAmount = cents(1_000_000_00);

/** What each participant owes, edited in place. */
export function SharesField({
  people,
  expenseId,
  stored,
}: {
  people: readonly Person[];
  expenseId: Id<'expense'>;
  /** Of an existing expense. */
  stored: StoredShares | undefined;
}) {
  const participants = useWatch<ExpenseForm, 'participants'>({ name: 'participants' });
  const amount = useDollarText();
  const { field, fieldState } = useController<ExpenseForm, 'shares'>({ name: 'shares' });
  const fields = useRef<HTMLFieldSetElement>(null);
  const names = toMemberNames(people);
  const preview = previewShares(expenseId, amount, participants, field.value, stored, names);
  const { mode } = field.value;
  const entered = showShares(field.value, preview);
  if (participants.length === 0) return null;
  const isEditable = participants.length > 1;
  const problem = preview?.isRefused ? `${preview.words}.` : undefined;
  const setEntered = (id: Id<'member'>, text: string) => {
    const changed = { ...entered[mode], [id]: text };
    if (text === '') delete changed[id];
    field.onChange({ ...field.value, entered: { ...entered, [mode]: changed } });
  };
  const words = preview?.isRefused ? undefined : preview?.words;
  const help = [words, isEditable && hints[mode]].filter(Boolean).join(' ');
  const hasLongAmounts = mode === 'amounts' && (centsFromTyped(amount) ?? 0) >= longAmount;
  const error = problem ?? (fieldState.error ? `${fieldState.error.message}.` : undefined);
  const notesId = `shares-of-${expenseId}`;
  const areWrong = preview?.isRefused === true && concernsAllShares(field.value, preview);
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-2"
      ref={(element) => {
        fields.current = element;
        field.ref({ focus: () => showProblem(fields.current, notesId) });
      }}
    >
      <legend className="sr-only">Shares</legend>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span aria-hidden="true" className="font-medium">
          Shares
        </span>
        {isEditable && (
          <Segmented
            label="Split by"
            options={modes}
            value={mode}
            onValueChange={(next) => field.onChange({ ...field.value, mode: next })}
          />
        )}
      </div>
      <ul
        className={clsx(
          'grid max-h-136 grid-cols-1 gap-x-6 gap-y-0.5 overflow-y-auto p-0.5 sm:gap-y-1',
          !hasLongAmounts && 'sm:grid-cols-2',
        )}
      >
        {people
          .filter(({ id }) => participants.includes(id))
          .map((person) => (
            <li key={person.id} className="flex min-h-9 items-center gap-2.5">
              <Avatar id={person.id} name={person.name} />
              <span className="min-w-0 flex-1 truncate">{names.get(person.id)}</span>
              {(!isEditable || mode !== 'amounts') && (
                <PreviewedShare id={person.id} preview={preview} />
              )}
              {isEditable && (
                <ShareInput
                  name={person.name}
                  mode={mode}
                  share={preview?.shares.get(person.id)}
                  hasLongAmounts={hasLongAmounts}
                  isWrong={areWrong && Boolean(entered[mode][person.id])}
                  errorId={`${notesId}-error`}
                  value={entered[mode][person.id] ?? ''}
                  onValueChange={(text) => setEntered(person.id, text)}
                  onBlur={field.onBlur}
                />
              )}
            </li>
          ))}
      </ul>
      {isEditable && mode === 'amounts' && (
        <PartsField
          people={people.filter(({ id }) => participants.includes(id))}
          parts={field.value.parts}
          onPartsChange={(parts) => field.onChange({ ...field.value, entered, parts })}
        />
      )}
      <FieldNotes id={notesId} help={help} error={error} />
      <FittingAmount amount={amount} preview={preview} />
    </fieldset>
  );
}

/** Whether the shares are readable but do not fit the total together. */
function concernsAllShares({ mode, entered }: SharesInput, preview: SharePreview): boolean {
  const isReadable = Object.values(entered[mode]).every((text) => isShareReadable(mode, text));
  return isReadable && (mode !== 'amounts' || preview.difference !== undefined);
}

/** Where a problem may be: a share, a part that lacks something, the amount of a part, any share. */
const places = [
  '[aria-invalid]',
  '[data-part] :placeholder-shown',
  '[data-part] [inputmode]',
  'li input',
];

/**
 * Shows what is wrong with the shares and focuses the field that is. On a touch screen the message has
 * the focus, because the keyboard would cover it.
 */
function showProblem(fields: HTMLElement | null, notesId: string): void {
  const message = document.getElementById(`${notesId}-error`);
  const field = places
    .map((place) => fields?.querySelector<HTMLElement>(place))
    .find((found) => found);
  if (message && matchMedia('(pointer: coarse)').matches) {
    message.tabIndex = -1;
    message.focus({ preventScroll: true });
  } else field?.focus();
  message?.scrollIntoView({ block: 'center' });
}

/** Offers the amount that the overrides fit, if they do not fit the current one. */
function FittingAmount({ amount, preview }: { amount: string; preview: SharePreview | undefined }) {
  const { setValue } = useFormContext<ExpenseForm>();
  const currency = useWatch<ExpenseForm, 'currency'>({ name: 'currency' });
  const typed = centsFromTyped(amount);
  if (currency !== 'USD' || typed === undefined || preview?.difference === undefined) return null;
  const fitting = cents(typed + preview.difference);
  return (
    <TextButton
      className="self-start text-xs font-medium"
      onClick={() => setValue('amount', centsToText(fitting), { shouldValidate: true })}
    >
      Set the amount to {formatMoney(fitting)} instead
    </TextButton>
  );
}
