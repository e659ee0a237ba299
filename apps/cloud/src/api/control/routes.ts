import { calls, fieldsOf, isConnectionKey, isDeviceCall } from '@tactus/protocol';
import { isFirmwareVersion, type ModelName, modelNames } from '@tactus/virtual-device';
import type { FastifyInstance } from 'fastify';
import { parseFaults } from '../../devices/link-faults.ts';
import type { VirtualDeviceRequest } from '../../devices/virtual-fleet.ts';
import { readBodiesAsJson, requireObjectBodies } from '../../http/json-bodies.ts';
import { admitOperator } from '../access.ts';
import type { CloudParts } from '../parts.ts';
import { mountDeviceActions } from './action-routes.ts';
import { type DeviceParams, requireDevice } from './device-params.ts';
import { readBoolean, textMatching, valueByName } from './field-readers.ts';
import { answerOrConflict, controlConflictRefusal, deviceNotFoundRefusal, readOrBadRequest } from './refusals.ts';
import { mountUpdateLinks } from './update-link-routes.ts';

/** Virtual devices, their faults and the actions on them, for operators and tests (docs/control.md). Register it under `/_control`. */
export function mountControl(api: FastifyInstance, parts: CloudParts): void {
  const { devices, fleet } = parts;
  readBodiesAsJson(api);
  requireObjectBodies(api);

  api.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    admitOperator(parts, request);
  });

  api.get('/devices', async () => ({ devices: fleet.list() }));

  api.post('/devices', async (request, reply) => {
    const order = readOrBadRequest(() => readOrder(request.body));
    if (order.connectionKey !== undefined && devices.get(order.connectionKey))
      throw controlConflictRefusal('The connection key is taken');
    const member = await fleet.create(order);
    reply.code(201);
    return member;
  });

  api.delete<DeviceParams>('/devices/:key', async (request, reply) => {
    if (!(await fleet.remove(request.params.key))) throw deviceNotFoundRefusal();
    return reply.code(204).send();
  });

  api.get<DeviceParams>('/devices/:key/faults', async (request) => requireDevice(fleet, request).faults());

  api.put<DeviceParams>('/devices/:key/faults', async (request) => {
    const order = readOrBadRequest(() => parseFaults(fieldsOf(request.body)));
    requireDevice(fleet, request).setFaults(order);
    return order.faults;
  });

  api.put<DeviceParams>('/devices/:key/connected', async (request) => {
    const { connected: value } = fieldsOf(request.body);
    const connected = readOrBadRequest(() => readBoolean(value, 'connected'));
    requireDevice(fleet, request).setConnected(connected);
    return fleet.get(request.params.key);
  });

  mountDeviceActions(api, parts);
  mountDeviceSnapshot(api, parts);
  mountUpdateLinks(api, parts);
}

const readModel = valueByName(Object.fromEntries(modelNames.map((name): [string, ModelName] => [name, name])));
const readKey = textMatching(isConnectionKey, '5 to 64 letters and digits');
const readFirmware = textMatching(isFirmwareVersion, 'a version as major.minor.patch');

function readOrder(body: unknown): VirtualDeviceRequest {
  const { model, connectionKey, firmware } = fieldsOf(body);
  return {
    model: readModel(model, 'model'),
    madeBy: 'control',
    ...(connectionKey !== undefined && { connectionKey: readKey(connectionKey, 'connectionKey') }),
    ...(firmware !== undefined && { firmware: readFirmware(firmware, 'firmware') }),
  };
}

/** A snapshot of a device: every read call of the contract, answered by the device itself, past its link and its faults. */
function mountDeviceSnapshot(api: FastifyInstance, { fleet }: CloudParts): void {
  for (const { name, endpoint } of calls) {
    if (endpoint.method !== 'GET' || !isDeviceCall(name)) continue;
    api.get<DeviceParams>(`/devices/:key/now${endpoint.path}`, async (request) => {
      const { device } = requireDevice(fleet, request);
      return answerOrConflict(() => device.call(name, {}));
    });
  }
}
