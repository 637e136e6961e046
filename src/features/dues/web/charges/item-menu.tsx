import { Menu } from '#web/ui/overlays/menu.tsx';
import type { MenuItem } from '#web/ui/overlays/menu-items.ts';
import type { ChargeItem } from '../../contract.ts';
import type { DuesAddress } from '../use-dues-address.ts';

export function ItemMenu({
  item,
  subject,
  address,
}: {
  item: ChargeItem;
  /** Its row: the member or the charge. */
  subject: string;
  address: DuesAddress;
}) {
  if (item.canceledAt !== null) return null;
  const items: MenuItem[] = [
    ...(item.waived < item.amount
      ? [{ label: 'Waive...', onSelect: () => address.askOfItem('waive', item) }]
      : []),
    ...(item.open > 0
      ? [{ label: 'Move Due Date...', onSelect: () => address.askOfItem('move', item) }]
      : []),
    {
      label: 'Cancel...',
      tone: 'danger',
      startsGroup: true,
      onSelect: () => address.askOfItem('cancel', item),
    },
  ];
  return <Menu label={`Actions for ${subject}`} items={items} />;
}
