import { useToday } from '#web/screen/use-today.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Money } from '#web/ui/money.tsx';
import { describeParts, describeState, stateOf } from '../../charge-state.ts';
import type { ChargeItem } from '../../contract.ts';
import { stateTones } from '../dues-words.ts';
import type { DuesAddress } from '../use-dues-address.ts';
import { ItemMenu } from './item-menu.tsx';

/** What charges ask of one member; treasurers, who have an address, act on them. */
export function ItemRows({
  items,
  address,
}: {
  items: readonly ChargeItem[];
  address?: DuesAddress;
}) {
  return (
    <ul aria-label="Charges" className="divide-y divide-soft">
      {items.map((item) => (
        <li key={item.id} className="flex items-center gap-3 px-4 py-3 sm:px-5">
          <div className="min-w-0 flex-1">
            <p className="font-medium wrap-anywhere">
              {address ? (
                <TextLink to="/dues" search={{ charge: item.chargeId }} className="text-ink!">
                  {item.title}
                </TextLink>
              ) : (
                item.title
              )}
            </p>
            {!address && item.note && (
              <p className="text-xs text-second wrap-anywhere">{item.note}</p>
            )}
            <ItemNotes item={item} />
          </div>
          <div className="flex shrink-0 flex-col items-end gap-1">
            <Money
              cents={item.amount}
              className={item.canceledAt ? 'text-third line-through' : 'font-medium'}
            />
            <StateBadge item={item} />
          </div>
          {address && <ItemMenu item={item} subject={item.title} address={address} />}
        </li>
      ))}
    </ul>
  );
}

export function StateBadge({ item }: { item: ChargeItem }) {
  const today = useToday();
  return <Badge tone={stateTones[stateOf(item, today)]}>{describeState(item, today)}</Badge>;
}

/** '$100.00 of $250.00 covered', and why something was waived or canceled. */
export function ItemNotes({ item }: { item: ChargeItem }) {
  const parts = [...describeParts(item), ...(item.reason ? [`“${item.reason}”`] : [])];
  if (parts.length === 0) return null;
  return <p className="text-xs text-third wrap-anywhere">{parts.join(' · ')}</p>;
}
