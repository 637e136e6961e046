import { useQuery } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { newId } from '#web/api/new-id.ts';
import { useSession } from '#web/api/session.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { computeSettlementEffect } from '../../balances.ts';
import { buildReversal, defaultCorrectionNote } from '../../correct.ts';
import { maxSettlementNoteLength, type OpenExpense, type SettledExpense } from '../../expense.ts';
import { addOverrides } from '../../override.ts';
import { buildExpense } from '../../revise.ts';
import { describeStandingChange } from '../../standing.ts';
import { standingsQuery } from '../balances-query.ts';
import type { StatedExpense } from '../form/expense-form-dialog.tsx';
import { Amounts } from '../settle/settlement-effect.tsx';
import { useNames } from '../use-names.ts';

type Creation = Parameters<typeof buildReversal>[1];

/** What the correction does to every standing, by the functions the server uses. */
export function CorrectionEffect({
  original,
  replacementId,
  createdBy,
  stated,
  note,
  onNote,
}: {
  original: SettledExpense;
  replacementId: Id<'expense'>;
  createdBy: Id<'member'>;
  /** What the form says; undefined while it is not valid. */
  stated: StatedExpense | undefined;
  note: string;
  onNote: (note: string) => void;
}) {
  const creation = { id: replacementId, createdBy, now: original.settledAt };
  const replacement = stated && build(stated, creation);
  const expenses = replacement && [buildReversal(original, creation), replacement];
  const effect = computeSettlementEffect(expenses ?? []);
  const { me } = useSession();
  const standings = useQuery(standingsQuery);
  /** Undefined for those whose standing the user may not see. */
  const describeChange = (member: Id<'member'> | 'company') => {
    const before =
      member === 'company'
        ? standings.data?.chapter
        : standings.data?.items.find(({ memberId }) => memberId === member)?.standing;
    if (before === undefined) return undefined;
    const moved =
      member === 'company' ? effect.moved.company : (effect.moved.members.get(member) ?? 0);
    return describeStandingChange(before, cents(before + moved), member === me.memberId);
  };
  const names = useNames([...effect.moved.members.keys(), ...effect.struckOff.members.keys()]);
  if (!expenses) {
    return (
      <p className="text-third">Complete the form to see what the correction does to everyone.</p>
    );
  }
  const hasWallets = expenses.some((expense) => expense.useWalletTransactions);
  const isOutside = expenses.some((expense) => !expense.useWalletTransactions);
  return (
    <div className="flex flex-col gap-4 border-t border-soft pt-4">
      {hasWallets && (
        <Amounts
          title="Change of Standings"
          balances={effect.moved}
          names={names}
          describeChange={describeChange}
          none="The amounts cancel each other out, so no standing changes."
        >
          Wallets get back what was settled and pay the new shares.
        </Amounts>
      )}
      {isOutside && (
        <Amounts
          title="Paid Outside"
          balances={effect.struckOff}
          names={names}
          describeChange={describeChange}
          none="The amounts cancel each other out, so nothing is left to pay."
          note={
            <TextField
              label="How was it paid?"
              placeholder={defaultCorrectionNote(original)}
              maxLength={maxSettlementNoteLength}
              autoComplete="off"
              value={note}
              onChange={(event) => onNote(event.target.value)}
              help="Optional. Kept with both expenses and their history."
            />
          }
        >
          These differences are paid or given back outside wallets. No standing changes.
        </Amounts>
      )}
    </div>
  );
}

function build({ fields, overrides }: StatedExpense, creation: Creation): OpenExpense | undefined {
  const added = addOverrides(fields.amount, overrides, newId);
  if (!added.ok) return undefined;
  const built = buildExpense(fields, creation, added.value);
  return built.ok ? built.value : undefined;
}
