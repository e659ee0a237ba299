import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CloudConfig } from '../config/config.ts';
import { serveContent } from '../content/routes.ts';
import { errorBody, notFound } from '../http/refusal.ts';
import { pageHeaders } from './policy.ts';
import { runtimeConfig } from './runtime-config.ts';
import { type Reach, reachOf } from './widget-files.ts';

/** Paths that are never pages of the app. */
const NOT_PAGES = /^\/((api|_control|metrics|healthz|livez|readyz|assets|content)(\/|$)|widget\.)/;

/** Files whose name holds a hash of what is in them. */
const HASHED = /^\/assets\//;

const A_YEAR = 'public, max-age=31536000, immutable';
const ASK_EVERY_TIME = 'no-cache';
const INDEX = 'index.html';

/** A good deal smaller than the fastest setting, and still cheap enough to do for every answer. */
const BROTLI_QUALITY = 6;

/** Serves the app's files, its configuration and its content; every page of the app is `index.html` (history mode). */
export async function serveWebApp(app: FastifyInstance, config: CloudConfig): Promise<void> {
  // Compression looks at each route as it is added, so it comes first.
  await app.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  const { webRoot } = config;
  if (webRoot !== undefined)
    await app.register(fastifyStatic, { root: webRoot, serve: false, cacheControl: false, preCompressed: true });

  const headers = {
    ours: pageHeaders(config),
    frame: pageHeaders(config, 'frame'),
    script: pageHeaders(config, 'script'),
    permission: pageHeaders(config, 'permission'),
  } as const satisfies Record<Reach, object>;
  app.addHook('onRequest', async (request, reply) => void reply.headers(headers[reachOf(request.url)]));

  app.get('/config.json', async (_request, reply) => {
    reply.header('cache-control', ASK_EVERY_TIME);
    return runtimeConfig(config);
  });
  await serveContent(app);
  app.get('/*', async (request, reply) => {
    const path = pathOf(request);
    if (webRoot !== undefined && (await isFile(webRoot, path))) return sendFile(reply, path);
    if (!wantsPage(request, path)) throw notFound('There is nothing here');
    if (webRoot !== undefined && (await isFile(webRoot, INDEX))) return sendFile(reply, `/${INDEX}`);
    return reply.code(503).send(errorBody('AppNotBuilt', 'The app is not built yet: run `npm run build`'));
  });
}

/** The path that the wildcard matched, decoded by the router. */
function pathOf(request: FastifyRequest): string {
  return `/${(request.params as { '*': string })['*']}`; // the route's own pattern is `/*`
}

/** Names that begin with a dot are no files of the app, `..` included. */
async function isFile(root: string, path: string): Promise<boolean> {
  if (/(^|[/\\])\.|\0/.test(path)) return false;
  const found = await stat(join(root, path)).catch(() => undefined);
  return found?.isFile() ?? false;
}

function sendFile(reply: FastifyReply, path: string) {
  reply.header('cache-control', HASHED.test(path) ? A_YEAR : ASK_EVERY_TIME);
  return reply.sendFile(path.slice(1));
}

/** Whether a path that is no file is a page: a browser says so; for others a name with a dot in it is a file. */
function wantsPage({ headers }: FastifyRequest, path: string): boolean {
  if (NOT_PAGES.test(path)) return false;
  const accept = headers.accept ?? '*/*';
  if (accept.includes('text/html')) return true;
  return accept.includes('*/*') && !path.slice(path.lastIndexOf('/')).includes('.');
}
