import { isConnectionKey } from '@tactus/protocol';
import { isModelName, modelNames } from '@tactus/virtual-device';
import type { FastifyInstance } from 'fastify';
import { type LinkFaults, parseFaults } from '../devices/link-faults.ts';
import type { FleetOrder } from '../devices/virtual-fleet.ts';
import { errorBody, HttpRefusal, notFound } from '../http/refusal.ts';
import type { CloudParts } from '../parts.ts';
import { admitOperator } from './access.ts';

interface OfDevice {
  Params: { key: string };
}

/** Virtual devices and their faults, for operators and tests (docs/control.md). Register it under `/_control`. */
export function mountControl(api: FastifyInstance, { config, devices, fleet }: CloudParts): void {
  api.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    admitOperator(config, request);
  });

  api.get('/devices', async () => ({ devices: fleet.list() }));

  api.post('/devices', async (request, reply) => {
    const order = readOrder(request.body);
    if (order.connectionKey !== undefined && devices.get(order.connectionKey))
      throw new HttpRefusal(409, errorBody('Conflict', 'The connection key is taken'));
    const member = await fleet.create(order);
    reply.code(201);
    return member;
  });

  api.delete<OfDevice>('/devices/:key', async (request, reply) => {
    if (!(await fleet.remove(request.params.key))) throw noDevice();
    return reply.code(204).send();
  });

  api.get<OfDevice>('/devices/:key/faults', async (request) => {
    const faults = fleet.faults(request.params.key);
    if (!faults) throw noDevice();
    return faults;
  });

  api.put<OfDevice>('/devices/:key/faults', async (request) => {
    const faults = faultsOrRefusal(request.body);
    if (!fleet.setFaults(request.params.key, faults)) throw noDevice();
    return faults;
  });

  api.put<OfDevice>('/devices/:key/connected', async (request) => {
    const { connected } = fieldsOf(request.body);
    if (typeof connected !== 'boolean') throw badRequest('connected must be true or false');
    if (!fleet.setConnected(request.params.key, connected)) throw noDevice();
    return fleet.get(request.params.key);
  });
}

/** Faults as their reader takes them, or a 400 with its sentence. */
function faultsOrRefusal(body: unknown): LinkFaults {
  try {
    return parseFaults(fieldsOf(body));
  } catch (error) {
    if (error instanceof RangeError) throw badRequest(error.message);
    throw error;
  }
}

function readOrder(body: unknown): FleetOrder {
  const { model, connectionKey } = fieldsOf(body);
  if (typeof model !== 'string' || !isModelName(model))
    throw badRequest(`model must be one of ${modelNames.join(', ')}`);
  if (connectionKey === undefined) return { model, madeBy: 'control' };
  if (typeof connectionKey !== 'string' || !isConnectionKey(connectionKey))
    throw badRequest('connectionKey must be 5 to 64 letters and digits');
  return { model, madeBy: 'control', connectionKey };
}

function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

const badRequest = (message: string) => new HttpRefusal(400, errorBody('BadRequest', message));
const noDevice = () => notFound('There is no virtual device with this connection key');
