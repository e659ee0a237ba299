import type { Random, Time } from '@tactus/time';
import type { CloudConfig } from '../config/config.ts';
import type { ChannelRegistry } from '../devices/channel-registry.ts';
import type { ClockSynchronizer } from '../devices/clock-synchronizer.ts';
import type { CommandOrderRegistry } from '../devices/command-order-registry.ts';
import type { DeviceCaller } from '../devices/device-caller.ts';
import type { DeviceRegistry } from '../devices/registry.ts';
import type { UpdateLinkIssuer } from '../devices/update-link-issuer.ts';
import type { VirtualFleet } from '../devices/virtual-fleet.ts';
import type { EventHub } from '../events/hub.ts';
import type { ClientTokenRegistry } from '../features/auth/client-token-registry.ts';
import type { CredentialGate } from '../features/auth/gate.ts';
import type { GroupSessionService } from '../features/groups/create-group-session-service.ts';
import type { LeaseService } from '../features/leases/create-lease-service.ts';
import type { DeviceLinkManager } from '../features/link/device-link-manager.ts';
import type { NetworkAccess } from '../features/network/network-access.ts';
import type { PlaybackManager } from '../features/playback/playback-manager.ts';
import type { ScriptLoader } from '../features/scripts/script-loader.ts';
import type { ScriptStore } from '../features/scripts/script-store.ts';
import type { SharingService } from '../features/shares/create-sharing-service.ts';
import type { PointStreamRegistry } from '../features/streams/point-stream-registry.ts';
import type { NewerVersion, UpdateMonitor } from '../features/updates/update-monitor.ts';
import type { Log } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Parser } from '../parsing/parser.ts';
import type { EventLoopTurns } from '../rate-limit/event-loop-turns.ts';
import type { KeyScanGuard } from '../rate-limit/key-scan-guard.ts';
import type { MinuteWindows } from '../rate-limit/minute-windows.ts';
import type { OpenCounter } from '../rate-limit/open-counter.ts';
import type { Store } from '../store/database.ts';

/** Options of a cloud. With a fake time and a seeded random source it behaves the same every time. */
export interface CloudOptions {
  readonly config: CloudConfig;
  readonly time: Time;
  readonly random: Random;
  /** An open store in place of the one in the data folder; the cloud closes it. */
  readonly store?: Store;
  /** Left out: nothing is logged. */
  readonly log?: Log;
  /** Called once for each version that is newer than this program. */
  readonly onNewerVersion?: (newer: NewerVersion) => void;
}

/** The parts of a running cloud. Routes and handlers get this object and nothing else. */
export interface CloudParts {
  readonly config: CloudConfig;
  readonly time: Time;
  readonly log: Log;
  readonly devices: DeviceRegistry;
  /** Whether any device has a key; always true in a cloud that does not disclose it. */
  readonly isKnownKey: (connectionKey: string) => boolean;
  readonly caller: DeviceCaller;
  readonly clocks: ClockSynchronizer;
  readonly playbacks: PlaybackManager;
  readonly leases: LeaseService;
  readonly shares: SharingService;
  readonly groups: GroupSessionService;
  readonly fleet: VirtualFleet;
  readonly links: DeviceLinkManager;
  readonly tokens: ClientTokenRegistry;
  readonly gate: CredentialGate;
  readonly hub: EventHub;
  readonly channels: ChannelRegistry;
  readonly streams: PointStreamRegistry;
  /** Undefined where requests are not limited. */
  readonly windows: MinuteWindows | undefined;
  /** Undefined where requests are not limited. */
  readonly keyScanGuard: KeyScanGuard | undefined;
  /** The open event streams; undefined where requests are not limited. */
  readonly openStreams: OpenCounter | undefined;
  readonly updateLinks: UpdateLinkIssuer;
  readonly parser: Parser;
  readonly turns: EventLoopTurns;
  readonly scripts: ScriptLoader;
  readonly orders: CommandOrderRegistry;
  /** The token for `/_control` and `/metrics` where a token is needed. */
  readonly controlToken: string;
  /** How other devices of the local network get in; undefined: they do not. */
  readonly network: NetworkAccess | undefined;
  readonly updates: UpdateMonitor;
  readonly scriptStore: ScriptStore;
  readonly store: Store;
  readonly metrics: Metrics;
  /** Aborted when the cloud begins to close. */
  readonly ending: AbortController;
}
