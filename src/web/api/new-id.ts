import { type Id, uuidV7 } from '#kit/id.ts';

/** A new id. Not `crypto.randomUUID`, which exists only where the page is served securely. */
export function newId<Kind extends string>(): Id<Kind> {
  return uuidV7(
    Temporal.Now.instant().epochMilliseconds,
    crypto.getRandomValues(new Uint8Array(10)),
  );
}
