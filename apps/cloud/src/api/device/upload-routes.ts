import fastifyMultipart from '@fastify/multipart';
import { HOSTING_API_PREFIX, SCRIPT_API_PREFIX, STORED_SCRIPTS_PATH } from '@tactus/protocol';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { clientAddressOf } from '../../http/client-address.ts';
import { allowEveryOrigin } from '../../http/cors.ts';
import { ownOrigin } from '../../http/own-origin.ts';
import { HttpRefusal, isStorageStatus, readServerError } from '../../http/refusal.ts';
import { createNetworkSlots } from '../../rate-limit/network-slots.ts';
import { createHourlyQuota } from '../../rate-limit/virtual-device-quota.ts';
import type { CloudParts } from '../parts.ts';
import { readUpload, UPLOAD_LIMITS, uploadRefusal } from './read-upload.ts';
import { serveStoredScripts } from './stored-script-routes.ts';

/** Uploads that are read at the same time, from all networks together; each may occupy some 20 MiB until it is checked. */
const UPLOADS_AT_ONCE = 16;

/** Reads the upload of a request and returns the URL under which it is served. Rejects with `uploadRefusal`. */
type UploadTaker = (request: FastifyRequest) => Promise<string>;

/**
 * Mounts both script hosts of the vendor, because clients upload to either: uploads from pages of every origin, and the
 * uploaded scripts.
 */
export async function mountScriptHosts(server: FastifyInstance, parts: CloudParts): Promise<void> {
  const take = createUploadTaker(parts);
  const scriptApi: FastifyPluginAsync = async (api) => {
    await mountUploads(api, '/temp/upload', take, parts);
    serveStoredScripts(api, parts.scriptStore);
  };
  const hostingApi: FastifyPluginAsync = (api) => mountUploads(api, '/upload', take, parts);
  await server.register(scriptApi, { prefix: SCRIPT_API_PREFIX });
  await server.register(hostingApi, { prefix: HOSTING_API_PREFIX });
}

async function mountUploads(api: FastifyInstance, path: string, take: UploadTaker, { log }: CloudParts): Promise<void> {
  // A body of any other type is not read but refused with the reason, also where its type is malformed.
  api.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    if (!/^multipart\/form-data\b/i.test(headers['content-type'] ?? ''))
      headers['content-type'] = 'application/octet-stream';
    done();
  });
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('*', (_request, _body, done) => done(null));
  await api.register(fastifyMultipart, { limits: UPLOAD_LIMITS });
  allowEveryOrigin(api);

  api.setErrorHandler((error, _request, reply) => {
    if (error instanceof HttpRefusal) return reply.code(error.status).headers(error.headers).send(error.body);
    const { status, message } = readServerError(error);
    if (status < 500) return reply.code(status).send({ error: message });
    log.error({ err: error }, 'a script host request failed by our fault');
    if (isStorageStatus(status)) return reply.code(status).send({ error: message });
    return reply.code(500).send({ error: 'Internal server error.' });
  });

  api.post(path, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return { url: await take(request) };
  });
}

function createUploadTaker({ config, time, parser, turns, scriptStore }: CloudParts): UploadTaker {
  const limit = config.uploadsPerHour;
  const quota = createHourlyQuota({ limit, time });
  // Suites and benches that switch the rate limit off upload without limit.
  const isLimited = limit > 0 && config.rateLimitPerMinute > 0;
  const slots = createNetworkSlots(UPLOADS_AT_ONCE);

  async function take(request: FastifyRequest, address: string): Promise<string> {
    const name = await scriptStore.put(await readUpload(request, { parser, turns, address }));
    if (name === undefined) throw uploadRefusal(507, 'There is no room for another script; try again later');
    return `${ownOrigin(config, request)}${STORED_SCRIPTS_PATH}/${name}`;
  }

  return async (request) => {
    const address = clientAddressOf(config, request);
    const waitMs = isLimited ? quota.take(address) : 0;
    if (waitMs > 0) throw tooMany(limit, waitMs);
    const release = slots.take(address);
    if (!release) throw uploadRefusal(503, 'Too many uploads at once; try again', { 'retry-after': '1' });
    try {
      return await take(request, address);
    } finally {
      release();
    }
  };
}

const tooMany = (limit: number, waitMs: number) =>
  uploadRefusal(429, `No more than ${limit} uploads an hour; try again later`, {
    'retry-after': String(Math.ceil(waitMs / 1_000)),
  });
