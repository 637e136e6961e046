import clsx from 'clsx';
import { formatCount } from '#kit/counts.ts';
import { Avatar } from '../avatar.tsx';

/** More than these are counted. */
export const mostFaces = 5;

export type Face = {
  readonly id: string;
  readonly name: string;
  /** New members have a ring. */
  readonly isNew?: boolean;
};

/** The avatars of the first few people and the number of the others. */
export function Faces({
  people,
  count = people.length,
}: {
  people: readonly Face[];
  /** How many there are, if not all are known. */
  count?: number;
}) {
  const shown = people.slice(0, mostFaces);
  const others = count - shown.length;
  const more = others > 0 ? `and ${formatCount(others)} more` : '';
  const names = shown.map(({ name, isNew }) => (isNew ? `${name} (new)` : name)).join(', ');
  const words = `${names} ${more}`.trim();
  return (
    <span className="flex items-center" title={words}>
      <span className="sr-only">{words}</span>
      {shown.map(({ id, name, isNew }, index) => (
        <Avatar
          key={id}
          id={id}
          name={name}
          className={clsx(
            'ring-2',
            isNew ? 'z-1 ring-primary' : 'ring-(--row,var(--surface))',
            index > 0 && '-ml-0.5',
          )}
        />
      ))}
      {more && (
        <span aria-hidden="true" className="tabular ml-1.5 text-xs whitespace-nowrap text-third">
          {more}
        </span>
      )}
    </span>
  );
}
