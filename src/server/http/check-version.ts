import { type Refused, refuse } from '#kit/result.ts';

/** Refuses what was edited on the basis of another version than the one that is there (`If-Match`). */
export function checkVersion(
  { version }: { readonly version: number },
  ifMatch: number | undefined,
  what: string,
): Refused | undefined {
  if (ifMatch === undefined || ifMatch === version) return undefined;
  return refuse(
    'changed',
    'changed_meanwhile',
    `Someone else changed ${what} while you were editing`,
  );
}
