/** A resource while it is being edited. */
import { newId } from '#web/api/new-id.ts';
import type { Destination, ResourceEntry, ResourceList } from '../contract.ts';

export type Draft = {
  /** Identifies it while it moves in the list. */
  readonly key: string;
  readonly category: string;
  readonly title: string;
  readonly description: string;
  readonly kind: Destination['kind'];
  /** Kept while another kind is selected. */
  readonly url: string;
};

export type FieldError = { readonly name: string; readonly message: string };

/** One keeps the key of the first shown one with its title. */
export function toDrafts({ items }: ResourceList, shown: readonly Draft[]): Draft[] {
  const left = [...shown];
  return items.map(({ category, title, description, leadsTo }) => {
    const place = left.findIndex((draft) => draft.title === title);
    const [known] = place < 0 ? [] : left.splice(place, 1);
    const url = leadsTo.kind === 'address' ? leadsTo.url : '';
    return { key: known?.key ?? newId(), category, title, description, kind: leadsTo.kind, url };
  });
}

export function createDraft(): Draft {
  const blank = { category: '', title: '', description: '', url: 'https://' };
  return { key: newId(), ...blank, kind: 'address' };
}

/** The request's entry, to be validated by the contract. */
export function toEntry({ category, title, description, kind, url }: Draft) {
  const leadsTo = kind === 'address' ? { kind, url } : { kind };
  return { category, title, description, leadsTo } satisfies Record<keyof ResourceEntry, unknown>;
}
