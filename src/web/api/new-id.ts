import { type Id, uuidV7 } from '#kit/id.ts';

/** Does not use `crypto.randomUUID`, which exists only in secure contexts. */
export function newId<Kind extends string>(): Id<Kind> {
  return uuidV7(
    Temporal.Now.instant().epochMilliseconds,
    crypto.getRandomValues(new Uint8Array(10)),
  );
}
