import { notFound, ok } from '#kit/result.ts';
import type { Api } from '#server/http/serve.ts';
import { paymentCalls } from '../contract.ts';
import { recordBatch } from './record-batch.ts';
import { createPaymentRecorder } from './recorder.ts';
import { findPaymentDetail, listPayments } from './store.ts';
import { confirmPayment, rejectPayment, takeBackPayment, withdrawPayment } from './writes.ts';

export function paymentRoutes(api: Api): void {
  api.serve(paymentCalls.list, async ({ db, caller, query }) =>
    ok({ payments: await listPayments(db, caller, query) }),
  );
  api.serve(paymentCalls.detail, async ({ db, caller, params }) => {
    const payment = await findPaymentDetail(db, caller, params.paymentId);
    return payment ? ok(payment) : notFound('Payment');
  });
  const record = createPaymentRecorder(api.db);
  api.serveBatched(paymentCalls.record, ({ body, ...recording }) =>
    record({ ...recording, entered: body }),
  );
  api.serve(paymentCalls.recordBatch, ({ body, chargeRows, ...work }) => {
    chargeRows(body.items.length);
    return recordBatch(work, body);
  });
  api.serve(paymentCalls.confirm, ({ params, ...work }) => confirmPayment(work, params.paymentId));
  api.serve(paymentCalls.reject, ({ params, body, ...work }) =>
    rejectPayment(work, params.paymentId, body.reason),
  );
  api.serve(paymentCalls.withdraw, ({ params, ...work }) =>
    withdrawPayment(work, params.paymentId),
  );
  api.serve(paymentCalls.takeBack, ({ params, body, ...work }) =>
    takeBackPayment(work, params.paymentId, body.reason),
  );
}
