import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readContentFiles } from '../../features/content/content-files.ts';
import { type CrossSiteUse, crossSiteUseOf } from '../../http/cross-site-use.ts';
import { matchesEntityTag } from '../../http/entity-tags.ts';
import { notFound, tactusErrorBody } from '../../http/refusal.ts';
import type { CloudParts } from '../parts.ts';
import { createEarlierBuildFiles } from './earlier-build-files.ts';
import { pageHeaders } from './page-headers.ts';
import { runtimeConfig } from './runtime-config.ts';

/** Paths that are never pages of the app. */
const NOT_PAGES = /^\/((api|_control|metrics|healthz|livez|readyz|assets|content)(\/|$)|widget\.)/;

/** Files whose name contains the hash of their content. */
const HASHED = /^\/assets\//;

/** What a browser loads into a page, and which has no policies of its own, by its name in `Sec-Fetch-Dest`; a worker has. */
const PARTS_OF_PAGES = new Set(['script', 'style', 'font', 'image']);
const POLICIES_OF_DOCUMENTS = ['content-security-policy', 'permissions-policy', 'cross-origin-opener-policy'];

const A_YEAR = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';
const INDEX = 'index.html';

/** A good deal smaller than the fastest setting, and still cheap enough to do for every answer. */
const BROTLI_QUALITY = 6;

/** Serves the app's files, its configuration and its content; every page of the app is `index.html` (history mode). */
export async function serveWebApp(
  app: FastifyInstance,
  { config, time, log }: Pick<CloudParts, 'config' | 'time' | 'log'>,
): Promise<void> {
  // Compression applies to routes that are added after it.
  await app.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  const { webRoot } = config;
  const older = createEarlierBuildFiles(config, time);
  if (webRoot !== undefined)
    await app.register(fastifyStatic, { root: webRoot, serve: false, cacheControl: false, preCompressed: true });

  const headers = {
    ours: pageHeaders(config),
    frame: pageHeaders(config, 'frame'),
    script: pageHeaders(config, 'script'),
    permission: pageHeaders(config, 'permission'),
  } as const satisfies Record<CrossSiteUse, object>;
  app.addHook('onRequest', async (request, reply) => void reply.headers(headers[crossSiteUseOf(request.url)]));

  app.get('/config.json', async (_request, reply) => {
    reply.header('cache-control', REVALIDATE);
    return runtimeConfig(config);
  });
  await serveContent(app);
  /** The modification time of the build that is stored. */
  let savedAtMs: number | undefined;
  let saving = Promise.resolve();

  /** Notices, with its first page, a build that was replaced while this process runs. */
  function saveBuild(page: Stats): void {
    if (page.mtimeMs === savedAtMs) return;
    savedAtMs = page.mtimeMs;
    saving = saving
      .then(() => older.savePresent())
      .catch((error: unknown) => log.error({ err: error }, 'the files of the app could not be stored for open tabs'));
  }

  const page = webRoot === undefined ? undefined : await fileAt(webRoot, INDEX);
  if (page) saveBuild(page);
  app.addHook('onClose', () => {
    older.end();
    return saving;
  });
  app.get('/*', async (request, reply) => {
    const path = pathOf(request);
    if (webRoot !== undefined && (await fileAt(webRoot, path))) return sendFile(request, reply, { path });
    const { folder } = older;
    if (folder !== undefined && HASHED.test(path) && (await fileAt(folder, path)))
      return sendFile(request, reply, { path, folder });
    if (!wantsPage(request, path)) throw notFound('There is nothing here');
    const index = webRoot === undefined ? undefined : await fileAt(webRoot, INDEX);
    if (index) {
      saveBuild(index);
      return sendFile(request, reply, { path: `/${INDEX}` });
    }
    return reply.code(503).send(tactusErrorBody('AppNotBuilt', 'The app is not built yet: run `npm run build`'));
  });
}

/** The path that the wildcard matched, decoded by the router. */
function pathOf(request: FastifyRequest): string {
  return `/${(request.params as { '*': string })['*']}`; // the route's own pattern is `/*`
}

/** Names that begin with a dot are no files of the app, `..` included. */
async function fileAt(root: string, path: string): Promise<Stats | undefined> {
  if (/(^|[/\\])\.|\0/.test(path)) return undefined;
  const found = await stat(join(root, path)).catch(() => undefined);
  return found?.isFile() ? found : undefined;
}

function sendFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { path, folder }: { readonly path: string; readonly folder?: string },
) {
  const isHashed = HASHED.test(path);
  reply.header('cache-control', isHashed ? A_YEAR : REVALIDATE);
  // On a slow line the policies of dozens of small files take as long as the files.
  const isPart = isHashed && PARTS_OF_PAGES.has(String(headers['sec-fetch-dest']));
  if (isPart) for (const name of POLICIES_OF_DOCUMENTS) reply.removeHeader(name);
  return folder === undefined ? reply.sendFile(path.slice(1)) : reply.sendFile(path.slice(1), resolve(folder));
}

/** Whether a path that is no file is a page: a browser accepts HTML; for other clients a name with a dot is a file. */
function wantsPage({ headers }: FastifyRequest, path: string): boolean {
  if (NOT_PAGES.test(path)) return false;
  const accept = headers.accept ?? '*/*';
  if (accept.includes('text/html')) return true;
  return accept.includes('*/*') && !path.slice(path.lastIndexOf('/')).includes('.');
}

/** Serves the content of the app from its files; a client that has a current copy gets a 304. */
async function serveContent(app: FastifyInstance): Promise<void> {
  for (const { path, type, body, etag } of await readContentFiles()) {
    app.get(path, async (request, reply) => {
      // Weak: the same words are sent packed in more ways than one.
      reply.headers({ etag: `W/${etag}`, 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
      if (matchesEntityTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type(type).send(body);
    });
  }
}
