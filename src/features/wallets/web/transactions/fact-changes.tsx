import type { ReactNode } from 'react';
import type { Id } from '#kit/id.ts';
import type { Currency } from '#kit/money.ts';
import { type FactName, type Facts, factsThatDiffer, factWords } from './transaction-facts.ts';

export type FactsKnown = { currency: Currency; userName: (userId: Id<'member'>) => string };

/** Before → after, a line for each fact that is not the same. */
export function FactChanges({
  before,
  after,
  known,
}: {
  before: Facts;
  after: Facts;
  known: FactsKnown;
}) {
  const names = factsThatDiffer(before, after);
  if (names.length === 0) return <p className="text-third">No visible changes.</p>;
  return (
    <FactGrid>
      {names.map((name) => (
        <FactLine key={name} name={name}>
          <del className="text-third no-underline">{factWords(before, name, known)}</del>
          <span aria-hidden="true" className="text-third">
            {' → '}
          </span>
          <span className="sr-only"> changed to </span>
          <ins className="no-underline">{factWords(after, name, known)}</ins>
        </FactLine>
      ))}
    </FactGrid>
  );
}

export function FactGrid({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 sm:grid-cols-[6.5rem_minmax(0,1fr)]">
      {children}
    </dl>
  );
}

export function FactLine({ name, children }: { name: FactName; children: ReactNode }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid">
      <dt className="text-third">{name}</dt>
      <dd className="tabular min-w-0 whitespace-pre-wrap wrap-anywhere">{children}</dd>
    </div>
  );
}
