import clsx from 'clsx';
import { plural } from '#kit/counts.ts';
import { Avatar } from '../avatar.tsx';

const mostFaces = 5;

/** The avatars of the first few people and the number of the others. */
export function Faces({ people }: { people: readonly { id: string; name: string }[] }) {
  const others = people.length - mostFaces;
  return (
    <span className="flex items-center" title={people.map(({ name }) => name).join(', ')}>
      <span className="sr-only">{plural(people.length, 'person', 'people')}</span>
      {people.slice(0, mostFaces).map(({ id, name }, index) => (
        <Avatar
          key={id}
          id={id}
          name={name}
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
