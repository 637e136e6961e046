import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import ListFilter from 'lucide-react/icons/list-filter';
import { useId, useState } from 'react';
import { useTypedSearch } from '#web/screen/use-typed-search.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { startingWithCapital } from '../words.ts';
import { ExportButton } from './export-button.tsx';
import { phrases } from './phrases.ts';
import { choicesQuery } from './queries.ts';
import type { AuditSearch } from './search.ts';
import type { AuditAddress } from './use-audit-address.ts';

/** The filters, all kept in the address. On phones, a button opens all but the search. */
export function AuditFilters({ address }: { address: AuditAddress }) {
  const { search } = address;
  const choices = useQuery(choicesQuery);
  const [typed, setTyped] = useTypedSearch(search.search ?? '', address.searchFor);
  const actions = choices.data?.actions ?? [];
  const kinds = [...new Set(actions.map(({ kind }) => kind))];
  const shown = actions.filter(({ kind }) => search.kind === undefined || kind === search.kind);
  const [isOpen, setIsOpen] = useState(false);
  const fieldsId = useId();
  const count = countFilters(search);
  return (
    <div className="flex flex-wrap items-end gap-2 border-b border-line px-4 py-4 sm:px-5">
      <SearchField
        value={typed}
        onValueChange={setTyped}
        placeholder="Name or ID..."
        label="Search the audit log"
        className="min-w-0 flex-1 max-sm:basis-full sm:max-w-96"
      />
      <Button
        icon={<ListFilter aria-hidden="true" />}
        className="sm:hidden"
        aria-expanded={isOpen}
        aria-controls={fieldsId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      {address.isNarrowed && (
        <Button variant="ghost" onClick={address.showEverything}>
          Clear
        </Button>
      )}
      <div className="ml-auto">
        <ExportButton search={search} />
      </div>
      <div
        id={fieldsId}
        className={clsx(
          'mt-1 grid basis-full grid-cols-2 items-end gap-2 sm:grid-cols-6 lg:grid-cols-5',
          !isOpen && 'max-sm:hidden',
        )}
      >
        <Choice
          label="Person"
          all="Everyone"
          options={choices.data?.actors.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          value={search.actor}
          onChoose={(actor) => address.narrow({ actor })}
        />
        <Choice
          label="Kind"
          all="All kinds"
          options={kinds.map((value) => ({
            value,
            label: startingWithCapital(phrases.formatKind(value)),
          }))}
          value={search.kind}
          // Every action belongs to one kind.
          onChoose={(kind) => address.narrow({ kind, action: undefined })}
        />
        <Choice
          label="Action"
          isWide
          all="All actions"
          options={shown.map(({ action }) => ({
            value: action,
            label: startingWithCapital(phrases.formatAction(action)),
          }))}
          value={search.action}
          onChoose={(action) => address.narrow({ action })}
        />
        <DateField
          label="From"
          className={dayClass}
          value={search.from ?? ''}
          min="1900-01-01"
          max={search.to ?? '9999-12-30'}
          onValueChange={(from) => {
            if (isFilterDay(from)) address.narrow({ from: from || undefined });
          }}
        />
        <DateField
          label="To"
          className={dayClass}
          value={search.to ?? ''}
          min={search.from ?? '1900-01-01'}
          max="9999-12-30"
          onValueChange={(to) => {
            if (isFilterDay(to)) address.narrow({ to: to || undefined });
          }}
        />
      </div>
      {choices.isError && (
        <p role="alert" className="basis-full text-xs text-owes">
          Couldn't load filter options.{' '}
          <TextButton onClick={() => void choices.refetch()} className="font-medium">
            Retry
          </TextButton>
        </p>
      )}
    </div>
  );
}

/** The number of filters that are set, without the search. */
function countFilters({ actor, kind, action, from, to }: AuditSearch): number {
  return [actor, kind, action, from, to].filter((value) => value !== undefined).length;
}

/** Ignores years that are still being typed. */
const isFilterDay = (day: string) => day === '' || (day >= '1900-01-01' && day <= '9999-12-30');

/** Places the two dates side by side if there is room. */
const dayClass = 'col-span-2 min-[26rem]:col-span-1 sm:col-span-3 lg:col-span-1';

const allOption = '*';

function Choice<Value extends string>({
  label,
  all,
  options,
  value,
  onChoose,
  isWide = false,
}: {
  label: string;
  all: string;
  options: readonly { value: Value; label: string }[];
  value: Value | undefined;
  onChoose: (value: Value | undefined) => void;
  /** Takes the full width on phones. */
  isWide?: boolean;
}) {
  // An address may name an unknown option, or one that is not loaded yet.
  const isKnown = value === undefined || options.some((option) => option.value === value);
  return (
    <Select<Value | typeof allOption>
      label={label}
      options={[
        { value: allOption, label: all },
        ...(isKnown ? [] : [{ value, label: 'Other' }]),
        ...options,
      ]}
      value={value ?? allOption}
      onValueChange={(chosen) => onChoose(chosen === allOption ? undefined : chosen)}
      className={clsx(isWide ? 'col-span-2' : 'sm:col-span-2', 'lg:col-span-1')}
    />
  );
}
