import { centsToText } from '#kit/money.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import type { MemberDues } from '../../contract.ts';

/** For treasurers: records what a member paid the chapter, with all that is open of them filled in. */
export function RecordLink({
  dues: { member, open },
  isInRow = false,
}: {
  dues: Pick<MemberDues, 'member' | 'open'>;
  /** Beside others like it. */
  isInRow?: boolean;
}) {
  return (
    <LinkButton
      to="/payments"
      search={{
        dialog: 'record',
        from: member.id,
        to: 'chapter',
        ...(open > 0 && { amount: centsToText(open) }),
      }}
      size={isInRow ? 'sm' : 'md'}
      variant={isInRow ? 'outline' : 'primary'}
    >
      Record{isInRow ? <span className="sr-only"> payment of {member.name}</span> : ' Payment'}
    </LinkButton>
  );
}
