import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Segmented } from '#web/ui/fields/segmented.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { MembersSearch } from '../search.ts';
import type { DirectoryView } from './member-cards.tsx';

type Sorting = 'name' | NonNullable<MembersSearch['sort']>;
const sortings: { value: Sorting; label: string }[] = [
  { value: 'name', label: 'Name' },
  { value: 'company', label: 'Company' },
  { value: 'city', label: 'City' },
  { value: 'joined', label: 'Newest first' },
];

const views: { value: DirectoryView; label: string }[] = [
  { value: 'cards', label: 'Cards' },
  { value: 'rows', label: 'Rows' },
];

/** How the members are sorted and shown; on a phone a menu beside the search. */
export function OrderAndView({
  sort = 'name',
  onSort,
  view,
  onView,
}: {
  sort: Sorting | undefined;
  onSort: (sort: MembersSearch['sort']) => void;
  view: DirectoryView;
  onView: (view: DirectoryView) => void;
}) {
  const sortBy = (chosen: Sorting) => onSort(chosen === 'name' ? undefined : chosen);
  return (
    <>
      <div className="sm:hidden">
        <Menu
          label="Sort and View"
          trigger={(props) => (
            <IconButton
              {...props}
              size="md"
              label="Sort and View"
              icon={<SlidersHorizontal className="size-5!" />}
            />
          )}
          items={[
            {
              groupLabel: 'Sort by',
              value: sort,
              options: sortings,
              onValueChange: (value) => {
                const chosen = sortings.find((sorting) => sorting.value === value);
                if (chosen) sortBy(chosen.value);
              },
            },
            {
              groupLabel: 'View',
              value: view,
              options: views,
              onValueChange: (value) => {
                const chosen = views.find((each) => each.value === value);
                if (chosen) onView(chosen.value);
              },
              startsGroup: true,
            },
          ]}
        />
      </div>
      <div className="flex items-center gap-3 max-sm:hidden">
        <Select
          label="Sort by"
          isLabelHidden
          look="toolbar"
          options={sortings}
          value={sort}
          onValueChange={sortBy}
        />
        <Segmented label="View" options={views} value={view} onValueChange={onView} />
      </div>
    </>
  );
}
