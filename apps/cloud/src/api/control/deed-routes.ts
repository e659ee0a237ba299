import type { FastifyInstance } from 'fastify';
import type { CloudParts } from '../parts.ts';
import { performAll, readDeeds } from './deeds.ts';
import { createDeviceScripts } from './device-scripts.ts';
import { type OfDevice, requireDevice } from './of-device.ts';
import { readOrRefuse, unlessRefused } from './refusals.ts';
import { readScript } from './timed-script.ts';

/** What is done to a device, at once or by a timed script. */
export function mountDeeds(api: FastifyInstance, { fleet, time, log }: CloudParts): void {
  const scripts = createDeviceScripts({
    time,
    onError: (error) => log.error({ err: error }, 'a step of a timed script failed by our fault'),
  });

  api.post<OfDevice>('/devices/:key/do', { config: { takesLists: true } }, async (request) => {
    const deeds = readOrRefuse(() => readDeeds(request.body));
    await unlessRefused(() => performAll(deeds, requireDevice(fleet, request)));
    return fleet.get(request.params.key);
  });

  api.get<OfDevice>('/devices/:key/script', async (request) => scripts.status(requireDevice(fleet, request)));

  api.put<OfDevice>('/devices/:key/script', async (request) => {
    const script = readOrRefuse(() => readScript(request.body));
    const device = requireDevice(fleet, request);
    scripts.load(device, script);
    return scripts.status(device);
  });

  api.delete<OfDevice>('/devices/:key/script', async (request, reply) => {
    scripts.end(requireDevice(fleet, request));
    return reply.code(204).send();
  });
}
