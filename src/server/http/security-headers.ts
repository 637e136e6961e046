import type { FastifyInstance } from 'fastify';
import { isBelowApi } from './browser-app.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/**
 * The headers OWASP recommends, for an app that loads nothing from elsewhere. Constant, so they are
 * written out instead of computed per response.
 */
const everywhere = {
  'content-security-policy': policy.join(';'),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

const underTls = { 'strict-transport-security': 'max-age=31536000' };

/** Sets the headers of every response; a test has a snapshot per kind of response. */
export function setSecurityHeaders(app: FastifyInstance, isSecure: boolean): void {
  const headers = { ...everywhere, ...(isSecure ? underTls : {}) };
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // By route, because one URL can be written in many ways (`/%61pi/users`).
    // Only pictures set it themselves.
    if (isBelowApi(request.routeOptions.url ?? request.url) && !reply.hasHeader('cache-control'))
      void reply.header('cache-control', 'no-store');
    done();
  });
}

/** Headers of replies to unparseable requests, for which no hook runs. */
export function bareHeaders(isSecure: boolean): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
    ...(isSecure ? underTls : {}),
  };
}
