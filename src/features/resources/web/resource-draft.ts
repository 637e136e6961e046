/** A resource while it is being edited. */
import { newId } from '#web/api/new-id.ts';
import type { Destination, Resource } from '../contract.ts';

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

export function toDraft({ category, title, description, leadsTo }: Resource): Draft {
  const url = leadsTo.kind === 'address' ? leadsTo.url : '';
  return { key: newId(), category, title, description, kind: leadsTo.kind, url };
}

export function createDraft(): Draft {
  const blank = { category: '', title: '', description: '', url: 'https://' };
  return { key: newId(), ...blank, kind: 'address' };
}

/** The request's entry, to be validated by the contract. */
export function toEntry({ category, title, description, kind, url }: Draft) {
  const leadsTo = kind === 'address' ? { kind, url } : { kind };
  return { category, title, description, leadsTo };
}
