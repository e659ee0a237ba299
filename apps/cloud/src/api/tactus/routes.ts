import { networkCalls, versionCalls, virtualDeviceCalls } from '@tactus/protocol';
import type { FastifyInstance } from 'fastify';
import { tooManyTactusRequests } from '../../http/http-errors.ts';
import { readBodiesAsJson, requireObjectBodies } from '../../http/json-bodies.ts';
import { DEVICES_PER_HOUR } from '../../rate-limit/virtual-device-quota.ts';
import { admitNameOfThisMachine, admitThisMachine } from '../access.ts';
import { featureFlagsOf } from '../app/runtime-config.ts';
import type { CloudParts } from '../parts.ts';
import { mountChannels } from './channel-routes.ts';
import { mountDeviceEvents } from './device-events.ts';
import { mountGroups } from './group-routes.ts';
import { mountGuestRoutes } from './guest-routes.ts';
import { createHourlyLimit } from './hourly.ts';
import { mountLeases } from './lease-routes.ts';
import { mountDeviceLink } from './link-routes.ts';
import { mountCalls } from './mount-calls.ts';
import { mountOwnerRoutes } from './owner-routes.ts';
import { mountMultiDeviceStop } from './stop-routes.ts';
import { mountStreams } from './stream-routes.ts';

/** `Retry-After` where there is no room for another device. */
const HOUR_MS = 60 * 60 * 1_000;

/** Our own API beside the vendor's: `/api/tactus`. Register it under that prefix. */
export function mountTactusApi(api: FastifyInstance, parts: CloudParts): void {
  const { config, fleet } = parts;
  const limitHourly = createHourlyLimit(parts, DEVICES_PER_HOUR, 'virtual devices');
  /** Whether a client follows a device or its owner has shared it. */
  const isInUse = (key: string) => parts.hub.isWatched(key) || parts.shares.registry.list(key).length > 0;
  readBodiesAsJson(api);
  requireObjectBodies(api);

  // The vendor's cloud has none of these routes: its own streams live elsewhere.
  if (config.profile !== 'vendor') {
    mountChannels(api, parts);
    mountStreams(api, parts);
    mountLeases(api, parts);
    mountMultiDeviceStop(api, parts);
    mountDeviceEvents(api, parts);
  }

  mountDeviceLink(api, parts);
  mountOwnerRoutes(api, parts);
  mountGuestRoutes(api, parts);
  mountGroups(api, parts);

  api.get('/features', async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    return featureFlagsOf(config);
  });

  mountCalls(api, networkCalls, {
    read({ request }) {
      admitThisMachine(request);
      const { network } = parts;
      return {
        code: network?.code ?? '',
        origins: [...(network?.origins() ?? [])],
        links: [...(network?.links() ?? [])],
      };
    },
  });

  mountCalls(api, versionCalls, {
    read({ request }) {
      admitNameOfThisMachine(request);
      const { installed, newer } = parts.updates;
      return { version: installed.version, newest: newer()?.version ?? '', command: newer()?.command ?? '' };
    },
  });

  mountCalls(api, virtualDeviceCalls, {
    async create({ body, request }) {
      const { model = 'handy' } = body();
      limitHourly(request);
      if (fleet.count('app') >= config.capacity.virtualDevices) await fleet.tidy();
      if (fleet.count('app') >= config.capacity.virtualDevices && !(await fleet.makeRoom(isInUse)))
        throw tooManyTactusRequests('This server has no room for another virtual device at the moment', HOUR_MS);
      const { connectionKey } = await fleet.create({ model, madeBy: 'app' });
      return { connectionKey, model };
    },
  });
}
