import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Trash2 from 'lucide-react/icons/trash';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import {
  type Destination,
  maxCategoryLength,
  maxDescriptionLength,
  maxTitleLength,
} from '../contract.ts';
import type { Draft, FieldError } from './resource-draft.ts';

const kinds: { value: Destination['kind']; label: string }[] = [
  { value: 'address', label: 'A URL' },
  { value: 'localPlatform', label: 'Local platform (from settings)' },
  { value: 'networkHub', label: 'Network hub (from settings)' },
  { value: 'learningCentre', label: 'Learning center (from settings)' },
  { value: 'chapterSite', label: 'Chapter site (from settings)' },
  { value: 'calendar', label: 'Calendar' },
  { value: 'documents', label: 'Documents' },
  { value: 'none', label: 'Nothing yet (coming soon)' },
];

/** The fields of one resource in the edited list. */
export function ResourceFields({
  draft,
  number,
  fieldError,
  onChange,
  onMoveUp,
  onMoveDown,
  onRemove,
}: {
  draft: Draft;
  /** From 1. */
  number: number;
  fieldError: FieldError | undefined;
  onChange: (changed: Partial<Draft>) => void;
  onMoveUp: (() => void) | undefined;
  onMoveDown: (() => void) | undefined;
  onRemove: () => void;
}) {
  const name = draft.title.trim() || `resource ${number}`;
  const getFieldError = (field: string) =>
    fieldError?.name === field ? fieldError.message : undefined;
  return (
    <fieldset data-draft={draft.key} className="rounded-control border border-line p-4">
      <legend className="sr-only">{`Resource ${number}`}</legend>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          label="Title"
          name="title"
          required
          value={draft.title}
          maxLength={maxTitleLength}
          autoComplete="off"
          error={getFieldError('title')}
          onChange={(event) => onChange({ title: event.target.value })}
        />
        <TextField
          label="Category"
          name="category"
          required
          value={draft.category}
          maxLength={maxCategoryLength}
          autoComplete="off"
          error={getFieldError('category')}
          onChange={(event) => onChange({ category: event.target.value })}
        />
        <TextField
          className="sm:col-span-2"
          label="Description"
          name="description"
          value={draft.description}
          maxLength={maxDescriptionLength}
          autoComplete="off"
          error={getFieldError('description')}
          onChange={(event) => onChange({ description: event.target.value })}
        />
        <Select
          label="Links To"
          required
          options={kinds}
          value={draft.kind}
          onValueChange={(kind) => onChange({ kind })}
        />
        {draft.kind === 'address' && (
          <TextField
            label="URL"
            name="url"
            required
            type="url"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            value={draft.url}
            error={getFieldError('url')}
            onChange={(event) => onChange({ url: event.target.value })}
          />
        )}
      </div>
      <div className="mt-3 flex justify-end gap-1">
        <IconButton
          label={`Move ${name} up`}
          icon={<ArrowUp />}
          disabled={!onMoveUp}
          onClick={onMoveUp}
        />
        <IconButton
          label={`Move ${name} down`}
          icon={<ArrowDown />}
          disabled={!onMoveDown}
          onClick={onMoveDown}
        />
        <IconButton label={`Remove ${name}`} icon={<Trash2 />} onClick={onRemove} />
      </div>
    </fieldset>
  );
}
