import { readFile, readPreview } from '#features/files/server/store.ts';
import type { Api } from '#server/http/serve.ts';
import { receiptCalls } from '../../receipts/receipt-contract.ts';
import { addReceipts, listReceipts, readReceipt, removeReceipt } from './receipts.ts';

export function receiptRoutes(api: Api): void {
  api.serve(receiptCalls.list, ({ db, caller, params }) =>
    listReceipts(db, caller.chapterId, params.expenseId),
  );
  api.serve(receiptCalls.add, ({ params, body, ...work }) =>
    addReceipts(work, params.expenseId, body.receiptIds),
  );
  api.serve(receiptCalls.remove, ({ params, ...work }) =>
    removeReceipt(work, params.expenseId, params.receiptId),
  );
  api.serveContent(receiptCalls.read, ({ caller, params, ...store }) =>
    readReceipt(store, caller.chapterId, params, readFile),
  );
  api.serveContent(receiptCalls.readPreview, ({ caller, params, ...store }) =>
    readReceipt(store, caller.chapterId, params, readPreview),
  );
}
