import { DeviceRefusal, endpointOf, errorKinds, type FirmwareVersion } from '@tactus/protocol';
import { firmwareReleases, newestRelease } from '@tactus/virtual-device';
import { statusError } from '../../http/answers.ts';
import type { CloudCallContext, CloudHandlers } from './cloud-call.ts';

/** Versions in one answer of `/ota/versions`. */
const PAGE_SIZE = 20;

/** Firmware updates: the cloud has the catalogue, the device installs. */
export const otaHandlers: CloudHandlers<'ota'> = {
  'ota.latest': (_input, context) => latestFor(context),
  'ota.versions': ({ s = 0 }, { requireDevice }) => {
    requireDevice();
    return firmwareReleases.slice(s, s + PAGE_SIZE);
  },
  'ota.updateLatest': async (_input, context) => install(await latestFor(context), context),
  'ota.updateVersion': (wanted, context) => {
    context.requireDevice();
    const release = firmwareReleases.find(
      ({ version, feature_flags }) => version === wanted.version && feature_flags === wanted.feature_flags,
    );
    if (!release) throw new DeviceRefusal(errorKinds.otaNotFound);
    return install(release, context);
  },
  'ota.updateFixed': (query, context) => {
    const update = context.parts.updateLinks.open(query);
    if (!update) throw statusError(endpointOf('ota.updateFixed'), 403);
    const device = context.parts.devices.get(update.connectionKey);
    if (!device?.info()) throw new DeviceRefusal(errorKinds.deviceNotConnected);
    return install(update.release, { ...context, requireDevice: () => device });
  },
};

/** The newest firmware of the device's environment. */
async function latestFor({ parts, requireDevice, timeoutMs }: CloudCallContext): Promise<FirmwareVersion> {
  const device = requireDevice();
  const { environment } = await parts.caller.call({ device, name: 'system.environment', input: {}, timeoutMs });
  return newestRelease(environment);
}

async function install(release: FirmwareVersion, { parts, requireDevice, timeoutMs }: CloudCallContext): Promise<'ok'> {
  const device = requireDevice();
  await parts.caller.within(timeoutMs, () => device.install(release));
  return 'ok';
}
