import type { FastifyInstance } from 'fastify';

/** Reads the router's own listing, so that undeclared routes show up, too. */
export function listRoutes(app: FastifyInstance): { method: string; url: string }[] {
  const routes: { method: string; url: string }[] = [];
  const parents: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^([│ ]*)(?:├|└)── (\S*) ?(?:\(([A-Z, ]+)\))?/.exec(line);
    if (!match) continue;
    const depth = (match[1] ?? '').length / 4;
    parents.length = depth;
    parents.push(match[2] ?? '');
    for (const method of match[3]?.split(', ') ?? [])
      routes.push({ method, url: parents.join('') });
  }
  return routes;
}
