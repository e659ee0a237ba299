import type { FastifyInstance } from 'fastify';
import type { CloudParts } from '../parts.ts';
import { type DeviceParams, requireDevice } from './device-params.ts';
import { createDeviceScripts } from './device-scripts.ts';
import { performHardwareActions, readActions } from './hardware-actions.ts';
import { answerOrConflict, readOrBadRequest } from './refusals.ts';
import { readTimedScript } from './timed-script.ts';

/** The routes of actions on a device, at once or by a timed script. */
export function mountDeviceActions(api: FastifyInstance, { fleet, time, log }: CloudParts): void {
  const scripts = createDeviceScripts({
    time,
    onError: (error) => log.error({ err: error }, 'a step of a timed script failed by our fault'),
  });

  api.post<DeviceParams>('/devices/:key/do', { config: { takesLists: true } }, async (request) => {
    const actions = readOrBadRequest(() => readActions(request.body));
    await answerOrConflict(() => performHardwareActions(actions, requireDevice(fleet, request)));
    return fleet.get(request.params.key);
  });

  api.get<DeviceParams>('/devices/:key/script', async (request) => scripts.status(requireDevice(fleet, request)));

  api.put<DeviceParams>('/devices/:key/script', async (request) => {
    const script = readOrBadRequest(() => readTimedScript(request.body));
    const device = requireDevice(fleet, request);
    scripts.load(device, script);
    return scripts.status(device);
  });

  api.delete<DeviceParams>('/devices/:key/script', async (request, reply) => {
    scripts.end(requireDevice(fleet, request));
    return reply.code(204).send();
  });
}
