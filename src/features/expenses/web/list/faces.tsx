import clsx from 'clsx';
import { plural } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { unknownName } from '../people.ts';

const mostFaces = 5;

/** The avatars of the first few people and the number of the others. */
export function Faces({
  people,
  first,
  names,
}: {
  people: readonly Id<'member'>[];
  /** Shown first if among them. */
  first: Id<'member'>;
  names: ReadonlyMap<Id<'member'>, string>;
}) {
  const ordered = people.includes(first)
    ? [first, ...people.filter((person) => person !== first)]
    : people;
  const others = people.length - mostFaces;
  return (
    <span
      className="flex items-center"
      title={ordered.map((person) => names.get(person) ?? unknownName).join(', ')}
    >
      <span className="sr-only">{plural(people.length, 'person', 'people')}</span>
      {ordered.slice(0, mostFaces).map((person, index) => (
        <Avatar
          key={person}
          id={person}
          name={names.get(person) ?? unknownName}
          className={clsx('ring-2 ring-(--row,var(--surface))', index > 0 && '-ml-0.5')}
        />
      ))}
      {others > 0 && (
        <span aria-hidden="true" className="tabular ml-1.5 text-xs text-third">
          +{others}
        </span>
      )}
    </span>
  );
}
