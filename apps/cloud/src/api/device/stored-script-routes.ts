import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { readByteRange } from '../../features/scripts/byte-range.ts';
import { SCRIPT_LIFETIME_MS, type ScriptStore } from '../../features/scripts/script-store.ts';
import { SCRIPT_CONTENT_TYPES } from '../../features/scripts/script-types.ts';
import { matchesEntityTag } from '../../http/entity-tags.ts';
import { HttpRefusal } from '../../http/refusal.ts';

/** The content of a name never changes; a copy need not outlive the script. */
const CACHE_CONTROL = `public, max-age=${SCRIPT_LIFETIME_MS / 1_000}, immutable`;

/** Serves stored scripts by name: whole, in part (`Range`), or not at all when the client has it (`If-None-Match`). */
export function serveStoredScripts(api: FastifyInstance, scripts: ScriptStore): void {
  api.get<{ Params: { name: string } }>('/temp/:name', async (request, reply) => {
    const script = await scripts.find(request.params.name);
    reply.header('x-content-type-options', 'nosniff');
    if (!script) throw isGone();

    const etag = `"${script.name}"`;
    const described = {
      etag,
      'cache-control': CACHE_CONTROL,
      'accept-ranges': 'bytes',
      'access-control-expose-headers': 'X-Request-Id, ETag, Content-Range, Accept-Ranges',
    };
    const { 'if-none-match': known, 'if-range': ifRange, range: rangeHeader } = request.headers;
    if (matchesEntityTag(known, etag)) return reply.headers(described).code(304).send();

    const text = await script.open();
    if (!text) throw isGone();
    const range = ifRange === undefined || ifRange === etag ? readByteRange(rangeHeader, text.size) : 'whole';
    if (range === 'unsatisfiable') {
      reply.headers(described).header('content-range', `bytes */${text.size}`);
      return reply.code(416).type('text/plain').send('');
    }
    const { start, end } = range === 'whole' ? { start: 0, end: text.size } : range;
    // Of a stream Fastify answers a HEAD with the headers alone, the length among them; it reads the stream to its end.
    const part = request.method === 'HEAD' ? Readable.from([]) : await text.part({ start, end });
    if (!part) throw isGone();
    reply
      .headers(described)
      .type(SCRIPT_CONTENT_TYPES[script.kind])
      .header('content-length', end - start);
    if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${text.size}`);
    return reply.send(part);
  });
}

const isGone = () => new HttpRefusal(404, { error: 'There is no such script, or no longer' });
