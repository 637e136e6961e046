/** Where the browser shows what a feature's audit records are about; the audit log collects them. */
import type { LinkProps } from '@tanstack/react-router';

type AuditPage = (
  id: string,
  /** Of what it is part of, if the server names that. */
  parentId: string | null,
) => Pick<LinkProps, 'to' | 'params' | 'search'>;

/** By the page that the feature's `server/area.ts` names. */
export type AuditPages = Readonly<Record<string, AuditPage>>;
