import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import { plural } from '#kit/counts.ts';
import { call } from '#web/api/call.ts';
import { isConflict } from '#web/api/call-error.ts';
import { newId } from '#web/api/new-id.ts';
import { useRows } from '#web/screen/record/use-rows.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { SaveFailure } from '#web/ui/states/save-failure.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import {
  type CategoryList,
  categoryCalls,
  maxCategories,
  maxCategoryNameLength,
} from '../../categories/category-contract.ts';
import { paletteColors } from '../../categories/category-palette.ts';
import { eventsKey } from '../../keys.ts';
import { hueFillClass, hueStyle } from '../category-hue.ts';
import {
  addRow,
  type CategoryRow,
  findProblems,
  moveRow,
  type RowProblems,
  toEdited,
  toRows,
} from './categories-form.ts';
import { categoriesQuery } from './categories-query.ts';

/** Edits what the chapter calls the colors of its events, for admins. */
export function CategoriesCard() {
  const categories = useQuery(categoriesQuery);
  return (
    <Card title="Event Categories" description="Events show their category by its name and color">
      <QueryView
        query={categories}
        failure="Couldn't load the categories."
        loading={<LoadingRows label="Loading categories..." rows={6} />}
      >
        {(data) => <CategoriesForm latest={data} />}
      </QueryView>
    </Card>
  );
}

function CategoriesForm({ latest }: { latest: CategoryList }) {
  const client = useQueryClient();
  const { list: saved, rows, setRows, begin, takeNewer } = useRows(latest, toRows);
  const [isChecked, setIsChecked] = useState(false);
  const change = useMutation({
    mutationFn: (sent: readonly CategoryRow[]) =>
      call(categoryCalls.change, { body: { items: toEdited(sent) }, ifMatch: saved.version }),
    onError: async (error) => {
      if (!isConflict(error)) return;
      await client.invalidateQueries({ queryKey: categoriesQuery.queryKey });
      takeNewer(client.getQueryData(categoriesQuery.queryKey) ?? saved);
    },
    onSuccess: async (list, sent) => {
      toast.success('Categories saved');
      client.setQueryData(categoriesQuery.queryKey, list);
      // Not by remounting the form, which would lose the focus.
      begin(list, sent);
      setIsChecked(false);
      // Their colors may have changed.
      await client.invalidateQueries({ queryKey: eventsKey });
    },
  });
  const problems = findProblems(rows);
  const removed = saved.items.filter(
    ({ color, upcomingEvents }) =>
      upcomingEvents > 0 && rows.every((row) => row.savedColor !== color),
  );
  const update = (key: string, edit: Partial<CategoryRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...edit } : row)));
  const save = () => {
    setIsChecked(true);
    if (problems.size === 0 && !change.isPending) change.mutate(rows);
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <SaveFailure what="the categories" error={change.error} />
      <ul aria-label="Categories" className="flex flex-col gap-3">
        {rows.map((row, index) => (
          <CategoryFields
            key={row.key}
            row={row}
            place={index + 1}
            count={rows.length}
            problems={isChecked ? problems.get(row.key) : undefined}
            onChange={(edit) => update(row.key, edit)}
            onMove={(step) => setRows(moveRow(rows, index, step))}
            onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ul>
      {removed.map(({ color, name, upcomingEvents }) => (
        <Notice key={color} tone="warn">
          {plural(upcomingEvents, 'upcoming event is', 'upcoming events are')} in {name}. They keep
          their color and are shown as "Other" until you choose another category for them.
        </Notice>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isBusy={change.isPending} busyLabel="Saving...">
          {isConflict(change.error) ? 'Save My Changes' : 'Save Categories'}
        </Button>
        {rows.length < maxCategories && (
          <Button icon={<Plus aria-hidden="true" />} onClick={() => setRows(addRow(rows, newId()))}>
            Add Category
          </Button>
        )}
      </div>
      {rows.length >= maxCategories && (
        <p className="text-xs text-third">At most {maxCategories} categories, one of each color.</p>
      )}
    </form>
  );
}

const colorOptions = paletteColors.map(({ color, name }) => ({ value: color, label: name }));

function CategoryFields({
  row,
  place,
  count,
  problems,
  onChange,
  onMove,
  onRemove,
}: {
  row: CategoryRow;
  /** From 1. */
  place: number;
  count: number;
  problems: RowProblems | undefined;
  onChange: (edit: Partial<CategoryRow>) => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}) {
  const subject = row.name.trim() === '' ? `category ${place}` : row.name.trim();
  const isOwn = !paletteColors.some(({ color }) => color === row.color);
  return (
    <li className="flex flex-wrap items-start gap-2">
      <span
        aria-hidden="true"
        style={hueStyle(row.color)}
        className={clsx(hueFillClass, 'mt-2.5 size-4 shrink-0 rounded-full')}
      />
      <TextField
        label={`Name of category ${place}`}
        isLabelHidden
        value={row.name}
        maxLength={maxCategoryNameLength}
        autoComplete="off"
        error={problems?.name}
        onChange={(event) => onChange({ name: event.target.value })}
        className="min-w-32 flex-1"
      />
      <Select
        label={`Color of ${subject}`}
        isLabelHidden
        options={
          isOwn ? [{ value: row.color, label: `#${row.color}` }, ...colorOptions] : colorOptions
        }
        value={row.color}
        error={problems?.color}
        onValueChange={(color) => onChange({ color })}
        className="min-w-36 flex-1"
      />
      <span className="flex">
        <IconButton
          label={`Move ${subject} up`}
          icon={<ArrowUp />}
          disabled={place === 1}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={`Move ${subject} down`}
          icon={<ArrowDown />}
          disabled={place === count}
          onClick={() => onMove(1)}
        />
        <IconButton
          label={`Remove ${subject}`}
          icon={<Trash2 />}
          disabled={count === 1}
          onClick={onRemove}
        />
      </span>
    </li>
  );
}
