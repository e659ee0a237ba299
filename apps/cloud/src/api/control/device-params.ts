import type { FastifyRequest } from 'fastify';
import type { OperatorDevice } from '../../devices/faulty-device.ts';
import type { VirtualFleet } from '../../devices/virtual-fleet.ts';
import { deviceNotFoundRefusal } from './refusals.ts';

/** A route of one device. */
export interface DeviceParams {
  Params: { key: string };
}

/** The device that a route names. Throws 404 when there is none. */
export function requireDevice(fleet: VirtualFleet, { params }: FastifyRequest<DeviceParams>): OperatorDevice {
  const device = fleet.find(params.key);
  if (!device) throw deviceNotFoundRefusal();
  return device;
}
