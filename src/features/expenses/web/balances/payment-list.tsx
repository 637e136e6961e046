import clsx from 'clsx';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Building2 from 'lucide-react/icons/building-complex';
import type { Id } from '#kit/id.ts';
import { centsToText } from '#kit/money.ts';
import { roleSuffices } from '#kit/role.ts';
import { useSession } from '#web/api/session.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { TextButton, TextLink } from '#web/ui/actions/text-link.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Money } from '#web/ui/money.tsx';
import type { Payment } from '../../settle-up.ts';

export type Party = {
  readonly memberId: Id<'member'> | null;
  readonly name: string;
  readonly isMe: boolean;
};

/** Who pays whom how much, each with a link to its breakdown below. */
export function PaymentList({
  label,
  payments,
  toParty,
  onWhy,
}: {
  label: string;
  payments: readonly Payment[];
  toParty: (memberId: Id<'member'> | null) => Party;
  onWhy: (member: Id<'member'>) => void;
}) {
  if (payments.length === 0) return null;
  return (
    <ul aria-label={label}>
      {payments.map(({ from, to, amount }) => (
        <PaymentLine
          key={`${from} ${to}`}
          from={toParty(from)}
          to={toParty(to)}
          amount={amount}
          onWhy={onWhy}
        />
      ))}
    </ul>
  );
}

function PaymentLine({
  from,
  to,
  amount,
  onWhy,
}: {
  from: Party;
  to: Party;
  amount: Payment['amount'];
  onWhy: (member: Id<'member'>) => void;
}) {
  return (
    <li className="border-b border-soft py-2.5 last:border-b-0 pointer-coarse:pb-0">
      <div className="flex items-start justify-between gap-x-2">
        <span className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1">
          <PartyName {...from} />
          <span className="flex min-w-0 items-center gap-x-1.5">
            <span>
              <span className="sr-only">{from.isMe ? ' pay ' : ' pays '}</span>
              <ArrowRight aria-hidden="true" className="size-4 text-third" />
            </span>
            <PartyName {...to} />
          </span>
        </span>
        <Money cents={amount} className="shrink-0 leading-6! font-semibold" />
      </div>
      <div className="flex flex-wrap items-center gap-x-4">
        <Record from={from} to={to} amount={amount} />
        {/* Only a member's standing has something behind it; the chapter's is the remainder. */}
        {from.memberId !== null ? (
          <Breakdown memberId={from.memberId} onWhy={onWhy}>
            {from.isMe ? 'You have to pay' : `${from.name} has to pay`}
          </Breakdown>
        ) : (
          to.memberId !== null && (
            <Breakdown memberId={to.memberId} onWhy={onWhy}>
              {to.isMe ? 'You get' : `${to.name} gets`}
            </Breakdown>
          )
        )}
      </div>
    </li>
  );
}

/** Begins the record of the payment, for those who may make it. */
function Record({ from, to, amount }: { from: Party; to: Party; amount: Payment['amount'] }) {
  const { me } = useSession();
  if (!from.isMe && !to.isMe && !roleSuffices(me.role, 'treasurer')) return null;
  const isMine = from.isMe || to.isMe;
  const address = {
    to: '/payments',
    search: {
      dialog: 'record',
      from: from.memberId ?? 'chapter',
      to: to.memberId ?? 'chapter',
      amount: centsToText(amount),
    },
  } as const;
  const subject = <span className="sr-only">: {`${from.name} to ${to.name}`}</span>;
  return isMine ? (
    <LinkButton {...address} size="sm" className="my-1">
      {from.isMe ? 'I Paid This...' : 'I Received This...'}
      {subject}
    </LinkButton>
  ) : (
    <TextLink {...address} className={linkClass}>
      Record...
      {subject}
    </TextLink>
  );
}

const linkClass = 'py-1 text-xs font-medium pointer-coarse:py-3';

function Breakdown({
  memberId,
  onWhy,
  children,
}: {
  memberId: Id<'member'>;
  onWhy: (member: Id<'member'>) => void;
  children: string;
}) {
  return (
    <TextButton className={linkClass} onClick={() => onWhy(memberId)}>
      See Breakdown<span className="sr-only">: {children}</span>
    </TextButton>
  );
}

function PartyName({ memberId, name, isMe }: Party) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {memberId === null ? (
        <Building2 aria-hidden="true" className="size-5 shrink-0 text-third" />
      ) : (
        <Avatar id={memberId} name={name} />
      )}
      <span
        className={clsx('line-clamp-6 min-w-0 leading-tight wrap-anywhere', isMe && 'font-medium')}
      >
        {isMe ? 'You' : name}
      </span>
    </span>
  );
}
