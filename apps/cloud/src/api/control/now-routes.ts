import { calls, isDeviceCall } from '@tactus/protocol';
import type { FastifyInstance } from 'fastify';
import type { CloudParts } from '../parts.ts';
import { type OfDevice, requireDevice } from './of-device.ts';
import { unlessRefused } from './refusals.ts';

/** What a device tells of itself: every reading of the contract that the device answers, past its link and its faults. */
export function mountNow(api: FastifyInstance, { fleet }: CloudParts): void {
  for (const { name, endpoint } of calls) {
    if (endpoint.method !== 'GET' || !isDeviceCall(name)) continue;
    api.get<OfDevice>(`/devices/:key/now${endpoint.path}`, async (request) => {
      const { device } = requireDevice(fleet, request);
      return unlessRefused(() => device.call(name, {}));
    });
  }
}
