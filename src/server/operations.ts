/** What a load balancer and an operator ask of a running server. */
import * as z from 'zod';
import { endpoint } from '#kit/endpoint.ts';
import { ok, refuse } from '#kit/result.ts';
import type { Api } from './serve.ts';

export const operationCalls = {
  health: endpoint({
    method: 'GET',
    path: '/health',
    tag: 'Operations',
    summary: 'The server is alive',
    policy: 'anyone',
    reply: z.object({ status: z.literal('alive') }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/ready',
    tag: 'Operations',
    summary: 'The database answers and is migrated; 503 otherwise',
    policy: 'anyone',
    reply: z.object({ status: z.literal('ready') }),
  }),
};

/** `pending` names the migrations the database still lacks; it throws when the database is away. */
export function operationRoutes(api: Api, pending: () => Promise<readonly string[]>): void {
  api.serve(operationCalls.health, async () => ok({ status: 'alive' as const }));
  api.serve(operationCalls.ready, async () => {
    const missing = await pending();
    if (missing.length > 0) {
      return refuse('not-ready', 'not_migrated', `Not migrated: ${missing.join(', ')}`);
    }
    return ok({ status: 'ready' as const });
  });
}
