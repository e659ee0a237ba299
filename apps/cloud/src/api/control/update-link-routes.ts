import { DEVICE_API_PREFIX } from '@tactus/protocol';
import { firmwareReleases } from '@tactus/virtual-device';
import type { FastifyInstance } from 'fastify';
import { ownOrigin } from '../../http/own-origin.ts';
import type { CloudParts } from '../parts.ts';
import { type DeviceParams, requireDevice } from './device-params.ts';
import { intWithin, readFields, valueByName } from './field-readers.ts';
import { readOrBadRequest } from './refusals.ts';

const DAY_S = 24 * 60 * 60;
const readTtlS = intWithin(60, 30 * DAY_S);
const readVersion = valueByName(Object.fromEntries(firmwareReleases.map((release) => [release.version, release])));

/**
 * Links that update one device to one firmware, for a person without any other right to the device. A link is signed, names
 * the device and expires.
 */
export function mountUpdateLinks(api: FastifyInstance, { config, fleet, time, updateLinks }: CloudParts): void {
  api.post<DeviceParams>('/devices/:key/update-link', async (request, reply) => {
    requireDevice(fleet, request);
    const { release, ttlS } = readOrBadRequest(() => {
      const { version, ttlS: ttl = DAY_S } = readFields(request.body, 'the body');
      return { release: readVersion(version, 'version'), ttlS: readTtlS(ttl, 'ttlS') };
    });
    const expiresAtMs = time.now() + ttlS * 1_000;
    const query = new URLSearchParams({
      ...updateLinks.sign({ connectionKey: request.params.key, release }, expiresAtMs),
    });
    reply.code(201);
    return {
      url: `${ownOrigin(config, request)}${DEVICE_API_PREFIX}/ota/update/fixed?${query}`,
      expires_at: new Date(expiresAtMs).toISOString(),
    };
  });
}
