import { DeviceMode } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { ClientCallName } from '../client/client.ts';
import type { Asker } from '../commands/asker.ts';
import { toDeviceError } from '../errors.ts';
import { hasSlider, isLegacy } from '../state/capability.ts';
import { isDeviceClockValid } from '../state/clock-sync.ts';
import { areSessionsKnown } from '../state/continuity.ts';
import type { DeviceStore } from '../state/device-store.ts';
import { PLAYER_STATE_CALLS } from '../state/hsp.ts';

interface Parts {
  readonly asker: Asker;
  readonly store: DeviceStore;
}

/**
 * Basic info: model and firmware, unless the stream gave them in this session, and capabilities, unless they are remembered
 * of this very firmware, or it is too old to have any. Capabilities that cannot be read stay unknown; model and firmware
 * have to be read.
 */
export async function readInfo({ asker, store }: Parts): Promise<void> {
  if (store.get().session_id === undefined) await asker.ask('info.info', {}, { lane: 'command' });
  if (isLegacy(store.get()) || store.get().capabilities !== undefined) return;
  await asker.ask('info.capabilities', {}, { lane: 'background' }).catch((thrown: unknown) => {
    // The cloud will tell them a little later: without them controls would be missing until the next connection.
    if (toDeviceError(thrown).http?.status === 429) throw thrown;
  });
}

/**
 * What the device does now: its mode, its stroke, its clocks, and the state of that mode; its sessions and its clock where
 * they are not known of this very session already. Reading that gets no answer is tried again; what fails otherwise is in
 * the trace.
 */
export async function readState({ asker, store, time }: Parts & { readonly time: Pick<Time, 'now'> }): Promise<void> {
  if (isLegacy(store.get())) return;
  const slider = hasSlider(store.get());
  const sessions = areSessionsKnown(store.get()) ? undefined : readSessions({ asker, store });
  const mode = asker.read('info.mode').then(async () => {
    const withoutNumber = !sessions && !areSessionsKnown(store.get());
    await Promise.all([readMode({ asker, store }), withoutNumber && readSessions({ asker, store })]);
  });
  const settings = [
    ...(slider ? (['slider.stroke'] as const) : []),
    ...(isDeviceClockValid(store.get(), time.now()) ? [] : (['hstp.info'] as const)),
    'hstp.offset',
  ] as const;
  await Promise.all([sessions, mode, ...settings.map(asker.read)]);
  if (slider) await asker.read('slider.state');
}

async function readSessions({ asker, store }: Parts): Promise<void> {
  const { session_id } = store.get();
  const isAnswered = await asker.read('info.sids');
  // Firmware that tells no session numbers may have lost everything.
  if (!isAnswered && store.get().session_id === session_id) store.patch({ continuity: 'unknown' });
}

async function readMode({ asker, store }: Parts): Promise<void> {
  const { mode } = store.get();
  const stateCall = mode === undefined ? undefined : STATE_CALLS[mode];
  if (stateCall) await asker.read(stateCall);
}

const STATE_CALLS: Partial<Record<DeviceMode, ClientCallName>> = {
  [DeviceMode.HAMP]: 'hamp.state',
  ...PLAYER_STATE_CALLS,
  [DeviceMode.OTA]: 'ota.progress',
  [DeviceMode.VIBRATE]: 'hvp.state',
};
