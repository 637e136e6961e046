/** Every feature in the browser, in the order of the navigation. */
import { auditArea } from '#features/audit/web/area.ts';
import { chapterArea } from '#features/chapters/web/area.ts';
import { dueArea } from '#features/dues/web/area.ts';
import { eventArea } from '#features/events/web/area.ts';
import { expenseArea } from '#features/expenses/web/area.ts';
import { identityArea } from '#features/identity/web/area.ts';
import { memberArea } from '#features/members/web/area.ts';
import { noticeArea } from '#features/notices/web/area.ts';
import { paymentArea } from '#features/payments/web/area.ts';
import { resourceArea } from '#features/resources/web/area.ts';
import { walletArea } from '#features/wallets/web/area.ts';

export const areas = [
  identityArea,
  chapterArea,
  eventArea,
  expenseArea,
  paymentArea,
  dueArea,
  walletArea,
  memberArea,
  resourceArea,
  noticeArea,
  auditArea,
];
