import type { FastifyInstance } from 'fastify';
import { readContentFiles } from '../../features/content/content-files.ts';
import { matchesEntityTag } from '../../http/entity-tags.ts';

/** Serves the content of the app from its files; a client that has a current copy gets a 304. */
export async function serveContent(app: FastifyInstance): Promise<void> {
  for (const { path, type, body, etag } of await readContentFiles()) {
    app.get(path, async (request, reply) => {
      // Weak: the same words are sent packed in more ways than one.
      reply.headers({ etag: `W/${etag}`, 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
      if (matchesEntityTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type(type).send(body);
    });
  }
}
