import { readFile, readPreview } from '#features/files/server/store.ts';
import type { Api } from '#server/http/serve.ts';
import { transactionReceiptCalls } from '../receipt-contract.ts';
import {
  addTransactionReceipts,
  listTransactionReceipts,
  readTransactionReceipt,
  removeTransactionReceipt,
} from './transaction-receipts.ts';

export function receiptRoutes(api: Api): void {
  api.serve(transactionReceiptCalls.list, ({ db, caller, params }) =>
    listTransactionReceipts(db, caller, params),
  );
  api.serve(transactionReceiptCalls.add, ({ params, body, ...work }) =>
    addTransactionReceipts(work, params, body.receiptIds),
  );
  api.serve(transactionReceiptCalls.remove, ({ params, ...work }) =>
    removeTransactionReceipt(work, params),
  );
  api.serveContent(transactionReceiptCalls.read, ({ caller, params, ...store }) =>
    readTransactionReceipt(store, caller, params, readFile),
  );
  api.serveContent(transactionReceiptCalls.readPreview, ({ caller, params, ...store }) =>
    readTransactionReceipt(store, caller, params, readPreview),
  );
}
