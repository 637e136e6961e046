/** Bounds the connections that strangers hold: in all, and from one address. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { limitedConnection } from '../../metrics/observations.ts';
import { normalizeAddress, toHousehold } from './client-address.ts';

export type ConnectionLimits = { readonly maxInAll: number; readonly maxPerHousehold: number };

/**
 * 15 KB each. One address may be an office of 60 people, whose browsers open six connections each. A
 * proxy's connections are all from one address, so that only their total counts.
 */
export function readConnectionLimits(isBehindProxy: boolean): ConnectionLimits {
  return { maxInAll: 2_000, maxPerHousehold: isBehindProxy ? 2_000 : 400 };
}

/**
 * A new connection beyond the limit takes the place of the oldest one on which nobody has proved who
 * they are: if it were refused instead, a stranger could keep everyone else at the same address out,
 * or everyone, by holding as many as there are.
 */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  const households = new Map<string, Household>();
  const all: Household = { strangers: new Set(), count: 0 };

  app.server.on('connection', (socket: Socket) => {
    const key = toHousehold(normalizeAddress(socket.remoteAddress ?? '') ?? 'unknown');
    const household = households.get(key) ?? { strangers: new Set<Socket>(), count: 0 };
    households.set(key, household);
    for (const group of [household, all]) {
      group.count += 1;
      group.strangers.add(socket);
    }
    socket.once('close', () => {
      for (const group of [household, all]) {
        group.count -= 1;
        group.strangers.delete(socket);
      }
      if (household.count === 0) households.delete(key);
    });
    known.set(socket, () => {
      household.strangers.delete(socket);
      all.strangers.delete(socket);
    });
    if (household.count > limits.maxPerHousehold) endOldest(household);
    else if (all.count > limits.maxInAll) endOldest(all);
  });
}

type Household = { readonly strangers: Set<Socket>; count: number };

function endOldest({ strangers }: Household): void {
  const [oldest] = strangers;
  if (oldest === undefined) return;
  limitedConnection.publish({ limit: 'number' });
  oldest.destroy();
}

const known = new WeakMap<Socket, () => void>();

/** A request on it was signed in: the connection no longer makes room for others. */
export function markKnown(socket: Socket): void {
  known.get(socket)?.();
}
