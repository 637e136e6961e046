/** What the address of the audit carries; anything else in it is left out. */
export type AuditSearch = {
  search?: string | undefined;
  actor?: string | undefined;
  kind?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** The record whose details are shown. */
  record?: string | undefined;
};

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const day = /^(19|[2-9]\d)\d\d-\d\d-\d\d$/;
const word = /^[\w.-]{1,100}$/;
const fields: Record<keyof AuditSearch, RegExp> = {
  search: /^[^]{1,200}$/,
  actor: id,
  kind: word,
  action: word,
  from: day,
  to: day,
  record: id,
};

export function auditSearch(raw: Record<string, unknown>): AuditSearch {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, law]) => {
      // The router reads digits as a number.
      const said = typeof raw[name] === 'number' ? String(raw[name]) : raw[name];
      return typeof said === 'string' && law.test(said) ? [[name, said]] : [];
    }),
  );
}
