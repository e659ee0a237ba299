import { calls, isDeviceCall } from '@tactus/protocol';
import type { FastifyInstance } from 'fastify';
import type { CloudParts } from '../parts.ts';
import { type DeviceParams, requireDevice } from './device-params.ts';
import { answerOrConflict } from './refusals.ts';

/** A snapshot of a device: every read call of the contract, answered by the device itself, past its link and its faults. */
export function mountDeviceSnapshot(api: FastifyInstance, { fleet }: CloudParts): void {
  for (const { name, endpoint } of calls) {
    if (endpoint.method !== 'GET' || !isDeviceCall(name)) continue;
    api.get<DeviceParams>(`/devices/:key/now${endpoint.path}`, async (request) => {
      const { device } = requireDevice(fleet, request);
      return answerOrConflict(() => device.call(name, {}));
    });
  }
}
