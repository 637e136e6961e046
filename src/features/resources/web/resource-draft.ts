/** A resource while it is being typed. */
import { newId } from '#web/api/new-id.ts';
import type { Destination, Resource } from '../contract.ts';

export type Draft = {
  /** Known by this while it moves about. */
  readonly key: string;
  readonly category: string;
  readonly title: string;
  readonly description: string;
  readonly kind: Destination['kind'];
  /** Kept while another kind is chosen. */
  readonly url: string;
};

export type FieldFault = { readonly name: string; readonly message: string };

export function draftOf({ category, title, description, leadsTo }: Resource): Draft {
  const url = leadsTo.kind === 'address' ? leadsTo.url : '';
  return { key: newId(), category, title, description, kind: leadsTo.kind, url };
}

export function blankDraft(): Draft {
  const blank = { category: '', title: '', description: '', url: 'https://' };
  return { key: newId(), ...blank, kind: 'address' };
}

/** As it would be sent; whether it may be is for the contract to say. */
export function entryOf({ category, title, description, kind, url }: Draft) {
  const leadsTo = kind === 'address' ? { kind, url } : { kind };
  return { category, title, description, leadsTo };
}
