import type { Time } from '@tactus/time';
import type { CommandDispatcher } from '../commands/command-dispatcher.ts';
import { toDeviceError } from '../errors.ts';
import { hasLegacyFirmware, hasSlider } from '../state/capability.ts';
import { isDeviceClockValid } from '../state/clock-sync.ts';
import { areSessionsKnown } from '../state/continuity.ts';
import type { DeviceStore } from '../state/device-store.ts';

interface Parts {
  readonly dispatcher: CommandDispatcher;
  readonly store: DeviceStore;
}

/**
 * Reads model and firmware, unless the stream gave them in this session, and capabilities, unless they are stored for
 * this very firmware, or it is too old to have any. Capabilities that cannot be read stay unknown; model and firmware
 * have to be read.
 */
export async function readDeviceInfo({ dispatcher, store }: Parts): Promise<void> {
  if (store.get().session_id === undefined) await dispatcher.send('info.info', {}, { lane: 'command' });
  if (hasLegacyFirmware(store.get()) || store.get().capabilities !== undefined) return;
  await dispatcher.send('info.capabilities', {}, { lane: 'background' }).catch((thrown: unknown) => {
    // A later request would succeed: without capabilities, controls would be missing until the next connection.
    if (toDeviceError(thrown).http?.status === 429) throw thrown;
  });
}

/**
 * Reads the current mode, the stroke, the clocks, and the state of the mode; sessions and clock only if they are unknown
 * in this session. A read without an answer is retried; other failures are in the trace.
 */
export async function readDeviceState({
  dispatcher,
  store,
  time,
}: Parts & { readonly time: Pick<Time, 'now'> }): Promise<void> {
  if (hasLegacyFirmware(store.get())) return;
  const slider = hasSlider(store.get());
  const sessions = areSessionsKnown(store.get()) ? undefined : readSessions({ dispatcher, store });
  const mode = dispatcher.read('info.mode').then(async () => {
    const withoutNumber = !sessions && !areSessionsKnown(store.get());
    await Promise.all([dispatcher.readMode(), withoutNumber && readSessions({ dispatcher, store })]);
  });
  const settings = [
    ...(slider ? (['slider.stroke'] as const) : []),
    ...(isDeviceClockValid(store.get(), time.now()) ? [] : (['hstp.info'] as const)),
    'hstp.offset',
  ] as const;
  // One after another: of the few connections of a browser some stay free, for a command and for Stop.
  const readSettings = async () => {
    for (const call of settings) await dispatcher.read(call);
  };
  await Promise.all([sessions, mode, readSettings()]);
  if (slider) await dispatcher.read('slider.state');
}

async function readSessions({ dispatcher, store }: Parts): Promise<void> {
  const { session_id } = store.get();
  const isAnswered = await dispatcher.read('info.sids');
  // Firmware without session numbers may have lost everything.
  if (!isAnswered && store.get().session_id === session_id) store.patch({ continuity: 'unknown' });
}
