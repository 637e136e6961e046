/**
 * What a mail program posts when its user presses Unsubscribe (RFC 8058). Outside of the API, at the address of a page:
 * with a form of whatever kind, from wherever, without a cookie. The token in the address alone allows it.
 */
import type { FastifyInstance } from 'fastify';
import type { Refusal } from '#kit/result.ts';
import { sendRefusal } from './send-reply.ts';

const maxFormBytes = 4 * 1024;

export function serveOneClick(
  app: FastifyInstance,
  path: string,
  turnOff: (token: string) => Promise<Refusal | undefined>,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const options = { parseAs: 'buffer', bodyLimit: maxFormBytes } as const;
    scope.addContentTypeParser('*', options, (_request, _form, done) => done(null));
    scope.post<{ Params: { token: string } }>(`${path}/:token`, async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const refusal = await turnOff(request.params.token);
      if (refusal) return sendRefusal(reply, refusal);
      return reply
        .type('text/plain; charset=utf-8')
        .send('You will get no more of these emails.\n');
    });
  });
}
