import { DeviceRefusal, endpointOf, errorKinds, isConnectionKey } from '@tactus/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SequenceNumber } from '../../devices/device-order.ts';
import type { Caller } from '../../features/auth/gate.ts';
import { stopDevice } from '../../features/stopping/stop-device.ts';
import { internalError, refusalBody } from '../../http/answers.ts';
import { readField } from '../../http/body-field.ts';
import { badRequest } from '../../http/http-errors.ts';
import { HttpRefusal } from '../../http/refusal.ts';
import { addressableReferenceOf, admitCaller, limitCaller, refuseAfterStop } from '../admission.ts';
import { throwInjectedFault } from '../device/http-faults.ts';
import type { CloudParts } from '../parts.ts';
import { readSequenceNumbers } from '../read-command.ts';

/** Devices that one request stops. */
const DEVICES_MAX = 64;

/** Each device is admitted as for this call. */
const STOPPING = endpointOf('hamp.stop');

/**
 * One request that stops several devices (docs/cloud.md): a browser grants an origin six connections, and of eight stops two
 * would wait for the others. Register it under `/api/tactus`, and not under the vendor's profile.
 */
export function mountMultiDeviceStop(api: FastifyInstance, parts: CloudParts): void {
  api.post('/stop', async (request, reply) => {
    const caller = admitCaller(parts, STOPPING, request);
    const connectionKeys = readKeys(request.body);
    const numbers = caller ? readSequenceNumbers(request, caller) : [];
    reply.header('cache-control', 'no-store');
    const stops = connectionKeys.map((key) => stopOne(parts, { key, caller, numbers }, request, reply));
    return { stops: await Promise.all(stops) };
  });
}

/** The Stop of one device of a request. */
interface StopOne {
  readonly key: string;
  readonly caller: Caller | undefined;
  readonly numbers: readonly SequenceNumber[];
}

/** Stops one device of the request; the refusal of one device does not prevent the stop of the others. */
async function stopOne(
  parts: CloudParts,
  { key, caller, numbers }: StopOne,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  try {
    const reference = addressableReferenceOf(parts, key, request);
    const refusal = limitCaller(parts, { caller, rawReference: key, reference, stops: true }, request, reply);
    const command = { numbers, id: undefined, fingerprint: 'stop', isStop: true };
    const stop = async () => {
      const device = parts.devices.get(reference);
      if (!device?.info()) throw new DeviceRefusal(errorKinds.deviceNotConnected);
      return parts.shares.ownerStops(reference, () => stopDevice(parts, device));
    };
    const execute = async () => {
      throwInjectedFault(parts, STOPPING, reference, reply);
      return parts.orders.execute(reference, command, stop);
    };
    return { stopped: await (refusal ? refuseAfterStop(parts, { reference, refusal }, execute) : execute()) };
  } catch (error) {
    if (error instanceof DeviceRefusal) return refusalBody(error);
    if (error instanceof HttpRefusal) return error.body;
    parts.log.error({ err: error }, 'one of several devices could not be stopped by our fault');
    return internalError(STOPPING).body;
  }
}

function readKeys(body: unknown): readonly string[] {
  const raw = readField(body, 'connectionKeys');
  const keys: readonly unknown[] = Array.isArray(raw) ? raw : [];
  if (keys.length < 1 || keys.length > DEVICES_MAX || !keys.every(isKey))
    throw badRequest(`connectionKeys must list 1 to ${DEVICES_MAX} connection keys of 5 to 64 letters and digits`);
  return keys;
}

const isKey = (key: unknown): key is string => typeof key === 'string' && isConnectionKey(key);
