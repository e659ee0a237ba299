import { randomBytes } from 'node:crypto';
import { isConnectionKey } from '@tactus/protocol';
import type { CloudOptions, CloudParts } from './api/parts.ts';
import type { Capacity } from './config/capacity.ts';
import type { CloudConfig } from './config/config.ts';
import { createChannelRegistry } from './devices/channel-registry.ts';
import { createClockSynchronizer } from './devices/clock-synchronizer.ts';
import { createCommandOrderRegistry } from './devices/command-order-registry.ts';
import { createDeviceCaller } from './devices/device-caller.ts';
import { NO_FAULTS, VENDOR_LATENCY_FAULTS } from './devices/link-faults.ts';
import { createDeviceRegistry, type DeviceRegistry } from './devices/registry.ts';
import { createUpdateLinkIssuer } from './devices/update-link-issuer.ts';
import { createVirtualFleet } from './devices/virtual-fleet.ts';
import { frameFormats, STREAMS_PER_DEVICE } from './events/frames.ts';
import { createEventHub } from './events/hub.ts';
import { createClientTokenRegistry } from './features/auth/client-token-registry.ts';
import { createCredentialGate } from './features/auth/gate.ts';
import { createGroupSessionService } from './features/groups/create-group-session-service.ts';
import { createLeaseService } from './features/leases/create-lease-service.ts';
import { createDeviceLinkManager } from './features/link/device-link-manager.ts';
import { createNetworkAccess } from './features/network/network-access.ts';
import { createPlaybackManager } from './features/playback/playback-manager.ts';
import { systemNetwork } from './features/scripts/network.ts';
import { scriptFilesOf } from './features/scripts/script-files.ts';
import { createScriptLoader } from './features/scripts/script-loader.ts';
import { createScriptRows } from './features/scripts/script-rows.ts';
import { createScriptStore } from './features/scripts/script-store.ts';
import { createSharingService } from './features/shares/create-sharing-service.ts';
import { createPointStreamRegistry, type StreamCapacity } from './features/streams/point-stream-registry.ts';
import { readInstalledProgram } from './features/updates/installed-program.ts';
import { createUpdateMonitor } from './features/updates/update-monitor.ts';
import { createLog } from './observability/logger.ts';
import { createMetrics } from './observability/metrics.ts';
import { createCloudParser } from './parsing/create-cloud-parser.ts';
import { eventLoopTurnsOf } from './rate-limit/event-loop-turns.ts';
import { createKeyScanGuard, UNKNOWN_KEYS_PER_MINUTE } from './rate-limit/key-scan-guard.ts';
import { createMinuteWindows } from './rate-limit/minute-windows.ts';
import { createOpenCounter } from './rate-limit/open-counter.ts';
import { openStore } from './store/database.ts';
import { openPostgres } from './store/postgres.ts';
import { readSecretFile } from './store/secret-file.ts';

/** Devices that exist from the start where only this machine reaches the cloud; elsewhere their public keys would let anyone drive them. */
const DEMO_DEVICES = [
  { connectionKey: 'DemoHandy1', model: 'handy' },
  { connectionKey: 'DemoOh0001', model: 'oh' },
] as const;

const MIB = 1024 * 1024;

/** Event streams that one address may have open at a time; a page has three at most. */
const STREAMS_PER_ADDRESS = 500;

/** Creates the parts of a cloud in the order of their dependencies. */
export async function createCloudParts({ config, time, random, log, ...rest }: CloudOptions): Promise<CloudParts> {
  const { capacity, rateLimitPerMinute: limit } = config;
  const store = rest.store ?? (await openConfiguredStore(config, (warning) => log?.warn(warning)));
  const devices = createDeviceRegistry(time);
  const caller = createDeviceCaller(time);
  const turns = eventLoopTurnsOf(time);
  const playbacks = createPlaybackManager({ caller, time, turns, publish: (key, event) => hub.publish(key, event) });
  const levels = { streams: () => hub.streams(), devices: () => countDevices(devices), leases: () => leases.held() };
  const metrics = createMetrics(levels, time);
  const orders = createCommandOrderRegistry(time);
  const leases = await createLeaseService({
    ...{ store, time, devices, caller, playbacks, metrics, orders, capacity: capacity.leases },
    isWatched: (connectionKey) => hub.isWatched(connectionKey),
    onError: (error) =>
      log?.error({ err: error }, 'a device without a holder could not be stopped, or its rest not stored'),
  });
  const isKnownKey = (key: string) =>
    config.profile === 'vendor' || !isConnectionKey(key) || devices.get(key) !== undefined || links.isEnrolled(key);
  const hub = createEventHub({
    registry: devices,
    isKnown: isKnownKey,
    format: frameFormats[config.profile],
    run: randomBytes(6).toString('base64url'),
    filterEvent: playbacks.filterEvent,
    streamsPerDevice: limit === 0 ? Number.POSITIVE_INFINITY : STREAMS_PER_DEVICE,
    onSent: metrics.sent,
  });
  const clocks = createClockSynchronizer({ devices, caller, time });
  const faults = config.profile === 'vendor' ? VENDOR_LATENCY_FAULTS : NO_FAULTS;
  const onError = (error: unknown) => log?.error({ err: error }, 'a firmware version could not be stored');
  /** Removes the shares of a removed device. */
  const onRemoved = (connectionKey: string) => shares.deviceRemoved(connectionKey);
  const fleet = await createVirtualFleet({ store, devices, time, random, faults, onRemoved, onError });
  if (config.loopbackOnly) {
    for (const device of DEMO_DEVICES) {
      // An operator may have created and stored a device of that key.
      if (!fleet.get(device.connectionKey)) await fleet.create({ ...device, madeBy: 'demo' });
    }
  }
  const links = createDeviceLinkManager({
    ...{ store, devices, time, leases, onRemoved, capacity: capacity.deviceKeys },
    onError: (error) => log?.error({ err: error }, 'the time of a link could not be stored'),
  });
  const scriptStore = createScriptStore({
    ...{
      store,
      time,
      files: config.databaseUrl === undefined ? scriptFilesOf(config.dataDir) : createScriptRows(store),
    },
    roomBytes: capacity.scriptMiB * MIB,
  });
  await scriptStore.tidy();
  const onShareError = (error: unknown) => log?.error({ err: error }, 'something about a share went wrong');
  const shares = await createSharingService({
    ...{ store, time, devices, caller, playbacks, leases, capacity },
    onError: onShareError,
  });
  const onGroupError = (error: unknown) => log?.error({ err: error }, 'a group session could not be stored');
  await fleet.tidy();
  await links.tidy();
  await leases.tidy();
  const tokens = await createClientTokenRegistry({ store, time });
  const parser = createCloudParser(config, time);
  return {
    config,
    time,
    log: log ?? createLog({ level: 'silent', time }),
    devices,
    isKnownKey,
    caller,
    clocks,
    playbacks,
    leases,
    shares,
    groups: await createGroupSessionService({ store, time, capacity, onError: onGroupError }),
    fleet,
    links,
    tokens,
    gate: createCredentialGate(config, tokens),
    hub,
    channels: await createChannelRegistry({ store, time, capacity: capacity.channels }),
    streams: await createPointStreamRegistry({ store, time, room: streamRoomOf(capacity) }),
    windows: limit === 0 ? undefined : createMinuteWindows({ limit, time }),
    keyScanGuard: limit === 0 ? undefined : createKeyScanGuard({ limit: UNKNOWN_KEYS_PER_MINUTE, time }),
    openStreams: limit === 0 ? undefined : createOpenCounter(STREAMS_PER_ADDRESS),
    turns,
    metrics,
    ending: new AbortController(),
    updateLinks: await createUpdateLinkIssuer({ store, time }),
    parser,
    scripts: createScriptLoader({ config, scripts: scriptStore, network: systemNetwork, parser, time }),
    orders,
    controlToken: readControlToken(config),
    network: config.network === undefined ? undefined : createNetworkAccess(config, time),
    updates: createUpdateMonitor({
      ...{ installed: readInstalledProgram(), address: config.updates, time },
      onNewer: (newer) => rest.onNewerVersion?.(newer),
      onFailure: (reason) => log?.warn({ reason }, 'the newest version could not be read from TACTUS_UPDATES'),
    }),
    scriptStore,
    store,
  };
}

const openConfiguredStore = ({ dataDir, databaseUrl }: CloudConfig, onWarning: (warning: string) => void) =>
  databaseUrl === undefined ? openStore(dataDir, onWarning) : openPostgres(databaseUrl);

const streamRoomOf = ({ streams, pointsPerStream, streamPoints }: Capacity): StreamCapacity => ({
  streams,
  pointsOfStream: pointsPerStream,
  points: streamPoints,
});

function countDevices(devices: DeviceRegistry): { connected: number; offline: number } {
  let connected = 0;
  for (const key of devices.keys()) if (devices.get(key)?.info()) connected += 1;
  return { connected, offline: devices.size() - connected };
}

/** The file beside the store with the control token. */
const CONTROL_TOKEN_FILE = 'control-token';

/** The token for `/_control` and `/metrics` where a token is needed: the configured one, else the one in a file beside the store. */
const readControlToken = ({ controlToken, dataDir }: Pick<CloudConfig, 'controlToken' | 'dataDir'>): string =>
  controlToken ?? readSecretFile(dataDir, CONTROL_TOKEN_FILE, randomBytes(32).toString('base64url'));
