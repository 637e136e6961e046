import clsx from 'clsx';
import { useId } from 'react';
import { categoryColors } from '../../category-color.ts';
import { hueFillClass, hueStyle } from '../category-hue.ts';

/** A choice of category colors, each with its name. */
export function ColorChoice({
  value,
  onValueChange,
}: {
  value: string;
  onValueChange: (color: string) => void;
}) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-ink">Category Color</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {categoryColors.map((each) => (
          <label
            key={each.color}
            style={hueStyle(each.color)}
            className={clsx(
              'flex h-9 items-center gap-2 rounded-control border border-line px-2.5 text-xs select-none pointer-coarse:h-11',
              'hover:bg-hover has-checked:border-primary has-checked:bg-primary-tint has-checked:font-medium has-checked:text-primary-ink',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-primary',
            )}
          >
            <input
              type="radio"
              name={name}
              value={each.color}
              checked={each.color === value}
              onChange={() => onValueChange(each.color)}
              className="sr-only"
            />
            <span aria-hidden="true" className={clsx(hueFillClass, 'size-3.5 rounded-full')} />
            {each.name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
