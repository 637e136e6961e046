/** The server of a chapter in which nothing has happened, whatever features there are. */
import * as z from 'zod/mini';
import type { Endpoint } from '#kit/endpoint.ts';
import { answer } from './network.ts';

const contracts = import.meta.glob<object>('/src/features/**/*contract.ts', { eager: true });
const calls = Object.values(contracts)
  .flatMap((exported) => Object.values(exported))
  .flatMap((each): unknown[] => (isCall(each) ? [each] : Object.values(each ?? {})))
  .filter(isCall);

function isCall(it: unknown): it is Endpoint {
  return typeof it === 'object' && it !== null && 'policy' in it && 'reply' in it;
}

/** Answers every read whose reply can be empty. Tests answer after this what they are about, and what cannot. */
export function serveNothing(): void {
  for (const call of calls.filter(({ method }) => method === 'GET')) {
    const nothing = z.safeDecode(call.reply, emptyOf(call.reply));
    if (nothing.success) answer(call, nothing.data as never);
  }
}

/** As it goes over the wire. */
function emptyOf(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([name, field]) => [name, emptyOf(field)]),
      );
    case 'array':
      return [];
    case 'nullable':
      return null;
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'string':
      return '';
    case 'pipe':
      return emptyOf(def.in);
    default:
      return undefined;
  }
}
