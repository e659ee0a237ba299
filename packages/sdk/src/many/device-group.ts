import { endpointOf, type ResultOf } from '@tactus/protocol';
import type { Undo } from '@tactus/time';
import type { CallInput, CallOptions, ClientCallName } from '../client/client.ts';
import type { SendCommand } from '../client/command.ts';
import { readCallInput } from '../client/prepare-call-input.ts';
import { isModeMoving } from '../commands/stop-calls.ts';
import { callTactusApi } from '../connection/call-tactus-api.ts';
import type { StopResult } from '../control/stop-sender.ts';
import type { Device } from '../device-api.ts';
import { type DeviceError, toDeviceError } from '../errors.ts';
import { hampSlice } from '../state/hamp.ts';
import { createHdspCommands } from '../state/hdsp.ts';
import { createHvpCommands } from '../state/hvp.ts';
import { createSliderCommands } from '../state/slider.ts';
import { callInputForMember, DEFAULT_MEMBER_SETTINGS, type MemberSettings } from './call-input-for-member.ts';
import { createChannelRequestMerger } from './channel-request-merger.ts';
import { createGroupChannel } from './group-channel.ts';
import type { GroupCloud } from './group-cloud.ts';

/** A device of a group and its settings. */
export interface GroupMember {
  readonly device: Device;
  readonly settings: MemberSettings;
}

/** The state of a group as a whole. */
export interface GroupState {
  readonly devices: number;
  /** How many are connected. */
  readonly connected: number;
  /** Whether any of them moves. */
  readonly moving: boolean;
}

/** The options of a group. */
export interface GroupOptions {
  /**
   * The cloud of all its devices, if they share one. Its extensions for several devices are used: one request that stops
   * all of them, and one for a command that is the same for all. Left out: each device gets its own request.
   */
  readonly cloud?: GroupCloud | undefined;
  /** Called for a device whose command failed while others succeeded. */
  readonly onMemberFailure: (device: Device, error: DeviceError) => void;
  /** Called for each device that has carried out a command, as soon as it has answered. */
  readonly onMemberSuccess?: ((device: Device) => void) | undefined;
}

/**
 * Several devices that do the same at the same time: one command, one clock, one Stop. Commands go to every connected
 * device at once and resolve with the answer of the first, in the order of the group, that succeeded; if none did, they
 * reject with the error of the first. Connect and disconnect the devices themselves.
 */
export interface DeviceGroup {
  members(): readonly GroupMember[];
  /** Adds a device; one that is in the group already gets the new settings. */
  add(device: Device, settings?: Partial<MemberSettings>): void;
  /** Removes a device; its motion goes on. */
  remove(device: Device): void;
  state(): GroupState;
  /** Adds a listener for every change of any of its devices; returns its undo. */
  subscribe(listener: () => void): Undo;
  /** Stops all of them at once, connected or not. Never rejects; the results are in the order of the group. */
  stop(): Promise<readonly StopResult[]>;
  /** The cloud's time now by the clock of the first device: the common `server_time` of one playback. */
  serverNow(): number;
  /** Makes a call of a device's mode on all of them. */
  call<N extends ClientCallName>(name: N, input: CallInput<N>): Promise<ResultOf<N>>;
  readonly hamp: Device['hamp'];
  readonly hdsp: Device['hdsp'];
  readonly hvp: Device['hvp'];
  readonly slider: Pick<Device['slider'], 'setStroke'>;
  /** Removes every device, and ends the channel of the group in the cloud. */
  close(): void;
}

/** Creates an empty group. */
export function createDeviceGroup({ cloud, onMemberFailure, onMemberSuccess }: GroupOptions): DeviceGroup {
  let members: readonly GroupMember[] = [];
  const listeners = new Set<() => void>();
  const following = new Map<Device, Undo>();
  const channel = createGroupChannel(cloud);

  const notify = () => {
    for (const listener of [...listeners]) listener();
  };
  const connected = () => members.filter(({ device }) => device.store.getState().connected);

  async function call(name: ClientCallName, requested: unknown): Promise<unknown> {
    // Before it is scaled: a value out of range would become one within.
    const input = readCallInput(name, requested);
    const addressees = connected();
    // Without a connected device, the first one rejects with its own error.
    const targets = addressees.length > 0 ? addressees : members.slice(0, 1);
    const shared = shareRequest(name, addressees);
    const calls = targets.map(async ({ device, settings }, index) => {
      const options = shared ? { fetch: shared.fetchOf(index) } : {};
      // Name and input came in together, which the general signature does not say.
      const answer = await (device.call as GeneralCall)(name, callInputForMember(name, input, settings), options);
      onMemberSuccess?.(device);
      return answer;
    });
    shared?.send();
    const outcomes = await Promise.allSettled(calls);
    let failure: unknown;
    let answer: { readonly value: unknown } | undefined;
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') answer ??= { value: outcome.value };
      else {
        failure ??= outcome.reason;
        const member = targets[index];
        if (member && targets.length > 1) onMemberFailure(member.device, toDeviceError(outcome.reason));
      }
    }
    if (answer) return answer.value;
    throw toDeviceError(failure ?? new Error(`No device to ask for ${endpointOf(name).path}`));
  }

  /** The one request of a command, if the cloud has a channel of these devices and the call may go to one. */
  function shareRequest(name: ClientCallName, addressees: readonly GroupMember[]) {
    const keys = new Set(keysOf(addressees));
    if (!cloud || !mayBeShared(name) || keys.size < addressees.length) return undefined;
    const reference = channel.referenceFor([...keys]);
    if (reference === undefined) return undefined;
    return createChannelRequestMerger({
      ...{ reference, devices: addressees.length, fetch: cloud.fetch },
      onUnknown: channel.forget,
    });
  }

  const command = call as SendCommand; // the result is that of the call named

  function remove(device: Device): void {
    following.get(device)?.();
    following.delete(device);
    members = members.filter((one) => one.device !== device);
    notify();
  }

  return {
    members: () => members,
    add(device, settings = {}) {
      const member = { device, settings: { ...DEFAULT_MEMBER_SETTINGS, ...settings } };
      const isIn = members.some((one) => one.device === device);
      members = isIn ? members.map((one) => (one.device === device ? member : one)) : [...members, member];
      if (!isIn) following.set(device, device.store.subscribe(notify));
      notify();
    },
    remove,
    state: () => ({
      devices: members.length,
      connected: connected().length,
      moving: members.some(({ device }) => isModeMoving(device.store.getState())),
    }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      sendStopToDevices(
        cloud,
        members.map(({ device }) => device),
      );
      return Promise.all(members.map(({ device }) => device.stop()));
    },
    serverNow: () => members[0]?.device.clock.serverNow() ?? Number.NaN,
    call: call as DeviceGroup['call'],
    hamp: hampSlice.commands(command),
    hdsp: createHdspCommands(command, async () => {
      await Promise.all(connected().map(({ device }) => device.hdsp.stop()));
    }),
    hvp: createHvpCommands(command),
    slider: { setStroke: createSliderCommands(command).setStroke },
    close() {
      channel.close();
      for (const { device } of members) remove(device);
    },
  };
}

/** A device may have to rest before its stroke is set. */
const SENT_TO_EACH: ReadonlySet<ClientCallName> = new Set(['slider.setStroke']);

/** Whether a channel may be used for a command; a stop, and the change to idle, go to every device itself. */
function mayBeShared(name: ClientCallName): boolean {
  const { address, method, motion } = endpointOf(name);
  return (
    address === 'device-reference' &&
    method === 'PUT' &&
    motion !== 'ends' &&
    !SENT_TO_EACH.has(name) &&
    !name.startsWith('info.')
  );
}

type GeneralCall = (name: ClientCallName, input: unknown, options: CallOptions) => Promise<unknown>;

const keysOf = (members: readonly GroupMember[]): readonly string[] =>
  members.flatMap(({ device }) => device.store.getState().connectionKey ?? []);

/** How many devices one request may stop. */
const DEVICES_MAX = 64;

/**
 * Stops several devices by one request, if the cloud supports it (`features.stopMany`), so that none waits for a
 * connection of the browser. It proves nothing: each device's own Stop confirms the stop and retries.
 */
function sendStopToDevices(cloud: GroupCloud | undefined, devices: readonly Device[]): void {
  const stoppable = devices.flatMap((device) => {
    const { connectionKey } = device.store.getState();
    return connectionKey === undefined ? [] : [{ device, connectionKey }];
  });
  if (!cloud?.features?.stopMany || stoppable.length < 2) return;
  for (let sent = 0; sent < stoppable.length; sent += DEVICES_MAX) {
    const some = stoppable.slice(sent, sent + DEVICES_MAX);
    const body = { connectionKeys: some.map(({ connectionKey }) => connectionKey) };
    const sequence = some.flatMap(({ device }) => device.nextSequence() ?? []).join(', ');
    callTactusApi(cloud, { method: 'POST', path: '/stop', body, sequence }).then(undefined, toDeviceError);
  }
}
