import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { CloudConfig } from '../../config/config.ts';
import { notFound } from '../../http/refusal.ts';

/** The page has no scripts, and loads nothing but its style sheet and the app's icon. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
};

/** Files of the reference, by their place below its address. */
const FILES = {
  '/': { name: 'index.html', type: 'text/html; charset=utf-8' },
  '/style.css': { name: 'style.css', type: 'text/css; charset=utf-8' },
} as const;

/** The reference of the SDK. The app's build holds it, at the path of its own address. */
export function mountSdkReference(server: FastifyInstance, { webRoot }: CloudConfig, prefix: string): void {
  server.get(prefix, async (_request, reply) => reply.redirect(`${prefix}/`, 308));
  for (const [path, { name, type }] of Object.entries(FILES)) {
    server.get(`${prefix}${path}`, async (_request, reply) => {
      const text = webRoot && (await readFile(join(webRoot, prefix, name)).catch(() => undefined));
      if (!text) throw notFound('The reference is not built yet: run `npm run build`');
      return reply.headers(HEADERS).type(type).send(text);
    });
  }
}
