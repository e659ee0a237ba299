import { isModelName, type ModelName } from '@tactus/virtual-device';
import type { FastifyInstance } from 'fastify';
import { errorBody, HttpRefusal } from '../http/refusal.ts';
import type { CloudParts } from '../parts.ts';
import { featuresOf } from '../web-app/runtime-config.ts';
import { createHourlyQuota, DEVICES_IN_TOTAL, DEVICES_PER_HOUR } from './virtual-device-quota.ts';

/** Models that the app offers to try. */
const OFFERED: readonly ModelName[] = ['handy', 'oh'];

/** What is ours beside the vendor's surface: `/api/tactus`. Register it under that prefix. */
export function mountTactusApi(api: FastifyInstance, { config, fleet, time }: CloudParts): void {
  const quota = createHourlyQuota({ limit: DEVICES_PER_HOUR, time });

  api.get('/features', async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    return featuresOf(config);
  });

  api.post('/virtual-devices', async (request, reply) => {
    const model = readModel(request.body);
    if (fleet.count('app') >= DEVICES_IN_TOTAL) await fleet.tidy();
    if (fleet.count('app') >= DEVICES_IN_TOTAL)
      throw tooMany('This server has no room for another virtual device at the moment', 60 * 60);
    // Suites and benches that switch the rate limit off take as many devices as they like.
    const waitMs = config.rateLimitPerMinute === 0 ? 0 : quota.take(request.ip);
    if (waitMs > 0)
      throw tooMany(
        `No more than ${DEVICES_PER_HOUR} virtual devices an hour; try again later`,
        Math.ceil(waitMs / 1_000),
      );
    const { connectionKey } = await fleet.create({ model, madeBy: 'app' });
    reply.code(201).header('cache-control', 'no-store');
    return { connectionKey, model };
  });
}

function readModel(body: unknown): ModelName {
  const given = typeof body === 'object' && body !== null && 'model' in body ? body.model : 'handy';
  if (typeof given === 'string' && isModelName(given) && OFFERED.includes(given)) return given;
  throw new HttpRefusal(400, errorBody('BadRequest', `model must be one of ${OFFERED.join(', ')}`));
}

const tooMany = (message: string, waitS: number) =>
  new HttpRefusal(429, errorBody('TooManyRequests', message), { 'retry-after': String(waitS) });
