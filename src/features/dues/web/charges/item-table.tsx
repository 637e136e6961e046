import { opensRow, rowsThatOpen } from '#features/expenses/web/shared/open-clicked-row.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Money } from '#web/ui/money.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';
import type { ChargeItem } from '../../contract.ts';
import type { DuesAddress } from '../use-dues-address.ts';
import { ItemMenu } from './item-menu.tsx';
import { ItemNotes, StateBadge } from './item-rows.tsx';

export function ItemTable({
  items,
  address,
}: {
  items: readonly ChargeItem[];
  address: DuesAddress;
}) {
  return (
    <Table label="Members of the charge" isDense>
      <thead>
        <tr>
          <Th>Member</Th>
          <Th isNumeric className="max-sm:hidden">
            Amount
          </Th>
          <Th isNumeric>Open</Th>
          <Th className="max-sm:hidden">Status</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody {...rowsThatOpen}>
        {items.map((item) => (
          <Tr
            key={item.id}
            className="cursor-pointer"
            isSelected={address.search.member === item.member.id}
          >
            <Td isHeader>
              <TextButton
                {...opensRow}
                className="font-medium text-ink! wrap-anywhere"
                onClick={() => address.viewMember(item.member.id)}
              >
                {item.member.name}
              </TextButton>
              <ItemNotes item={item} />
              <span className="mt-1 block sm:hidden">
                <StateBadge item={item} />
              </span>
            </Td>
            <Td isNumeric className="max-sm:hidden">
              <Money cents={item.amount} tone={item.canceledAt ? 'quiet' : 'plain'} />
            </Td>
            <Td isNumeric>
              <Money
                cents={item.open}
                tone={item.open > 0 ? 'plain' : 'quiet'}
                className={item.open > 0 ? 'font-semibold' : ''}
              />
            </Td>
            <Td className="max-sm:hidden">
              <StateBadge item={item} />
            </Td>
            <Td className="text-right">
              <ItemMenu item={item} subject={item.member.name} address={address} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
