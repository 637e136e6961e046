import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useEffect, useId } from 'react';
import { type Category, defaultCategories, nameCategory } from '../../categories/category.ts';
import { categoriesQuery } from '../categories/categories-query.ts';
import { hueFillClass, hueStyle } from '../category-hue.ts';

/** A choice of the chapter's categories, each with its color. */
export function CategoryChoice({
  value,
  onValueChange,
  onDefault,
}: {
  value: string;
  onValueChange: (color: string) => void;
  /** For a new event: takes the first category if the chapter has none of the specification's first. */
  onDefault: ((color: string) => void) | undefined;
}) {
  const name = useId();
  const { data } = useQuery(categoriesQuery);
  const categories = data?.items ?? defaultCategories;
  const isKnown = categories.some(({ color }) => color === value);
  const [first] = categories;
  useEffect(() => {
    if (data && !isKnown && first) onDefault?.(first.color);
  }, [data, isKnown, first, onDefault]);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-ink">Category</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {withCurrent(categories, value).map((each) => (
          <label
            key={each.color}
            style={hueStyle(each.color)}
            className={clsx(
              'flex min-h-9 items-center gap-2 rounded-control border border-line px-2.5 py-1 text-xs select-none pointer-coarse:min-h-11',
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
            <span
              aria-hidden="true"
              className={clsx(hueFillClass, 'size-3.5 shrink-0 rounded-full')}
            />
            <span className="min-w-0 wrap-anywhere">{each.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** An event may have a color that is no category, such as that of a removed one. */
function withCurrent(categories: readonly Category[], color: string): readonly Category[] {
  if (categories.some((each) => each.color === color)) return categories;
  return [...categories, { color, name: nameCategory(categories, color) }];
}
