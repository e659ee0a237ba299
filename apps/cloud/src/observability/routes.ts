import type { FastifyInstance } from 'fastify';
import type { CloudParts } from '../parts.ts';

/** `/healthz` for whoever watches the process, `/metrics` for Prometheus. */
export function mountObservability(
  server: FastifyInstance,
  { metrics, store }: Pick<CloudParts, 'metrics' | 'store'>,
): void {
  server.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    await store.selectFrom('secrets').select('name').limit(1).execute();
    return { status: 'ok' };
  });
  server.get('/metrics', async (_request, reply) => {
    reply.header('content-type', metrics.contentType);
    return metrics.text();
  });
}
