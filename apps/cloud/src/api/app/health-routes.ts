import type { FastifyInstance, FastifyReply } from 'fastify';
import { checkStore } from '../../store/database.ts';
import { admitMetricsReader } from '../access.ts';
import type { CloudParts } from '../parts.ts';

type ObservedParts = Pick<CloudParts, 'metrics' | 'store' | 'ending' | 'log' | 'controlToken'>;

/** `/healthz`, `/livez` and `/readyz` for process monitors, `/metrics` for Prometheus. */
export function mountObservability(
  server: FastifyInstance,
  { metrics, store, ending, log, controlToken }: ObservedParts,
): void {
  server.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    await checkStore(store);
    return { status: 'ok' };
  });
  // Reads nothing: a restart does not help a process whose store is unreachable.
  server.get('/livez', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  server.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (ending.signal.aborted) return notReady(reply, 'closing');
    try {
      await checkStore(store);
    } catch (error) {
      log.error({ err: error }, 'the store does not answer');
      return notReady(reply, 'store');
    }
    return { status: 'ok' };
  });
  server.get('/metrics', async (request, reply) => {
    admitMetricsReader({ controlToken }, request);
    reply.header('content-type', metrics.contentType);
    return metrics.text();
  });
}

function notReady(reply: FastifyReply, status: string): { readonly status: string } {
  reply.code(503);
  return { status };
}
