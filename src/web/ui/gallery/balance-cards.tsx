import { Pencil } from 'lucide-react';
import { cents } from '#kit/money.ts';
import { IconButton } from '../actions/icon-button.tsx';
import { Avatar } from '../avatar.tsx';
import { Badge } from '../badge.tsx';
import { Card } from '../card.tsx';
import { Money } from '../money.tsx';
import { people } from './people.ts';

export function BalanceCards() {
  return (
    <div className="grid gap-4 lg:grid-cols-[19rem_minmax(0,1fr)]">
      <Card
        title="Bank Balance"
        heading="label"
        actions={<IconButton label="Edit bank balance" icon={<Pencil />} />}
      >
        <p className="text-figure font-semibold tracking-tight">
          <Money cents={cents(500000)} />
        </p>
        <div className="mt-4 flex justify-between border-t border-line pt-3">
          <span className="text-second">You're owed</span>
          <Money cents={cents(21450)} isSigned tone="owed" className="font-semibold" />
        </div>
        <p className="text-xs text-third">across 4 open expenses</p>
      </Card>
      <Card title="Member Balances" heading="label" className="@container">
        <ul className="grid grid-cols-1 gap-x-6 @lg:grid-cols-2">
          {people.map((person) => (
            <li key={person.id} className="flex h-10.5 items-center gap-2 border-b border-soft">
              <Avatar id={person.id} name={person.name} />
              <span className="min-w-0 flex-1 truncate">{person.name}</span>
              {person.balance === 0 ? (
                <Badge>Even</Badge>
              ) : (
                <Badge tone={person.balance > 0 ? 'owed' : 'owes'}>
                  {person.balance > 0 ? 'Owed' : 'Owes'}{' '}
                  <Money cents={cents(Math.abs(person.balance))} className="ml-1" />
                </Badge>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
