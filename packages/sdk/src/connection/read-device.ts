import { DeviceMode } from '@tactus/protocol';
import type { ClientCallName } from '../client/client.ts';
import type { Asker } from '../commands/asker.ts';
import { toDeviceError } from '../errors.ts';
import type { DeviceStore } from '../state/device-store.ts';
import { hasSlider, isLegacy } from '../system/capability.ts';

interface Parts {
  readonly asker: Asker;
  readonly store: DeviceStore;
}

/**
 * Basic info: model and firmware, unless the stream gave them in this session, and capabilities, unless the firmware is
 * too old to have any. Capabilities that cannot be read stay unknown; model and firmware have to be read.
 */
export async function readInfo({ asker, store }: Parts): Promise<void> {
  if (store.get().session_id === undefined) await asker.ask('info.info', {}, { lane: 'command' });
  if (!isLegacy(store.get())) await ask(asker, 'info.capabilities');
}

/** What the device does now: its mode, its stroke, its clocks, then the state of that mode. Failures are in the trace. */
export async function readState({ asker, store }: Parts): Promise<void> {
  if (isLegacy(store.get())) return;
  const slider = hasSlider(store.get());
  await Promise.all([
    ask(asker, 'info.mode'),
    ...(slider ? [ask(asker, 'slider.stroke')] : []),
    ask(asker, 'hstp.info'),
    ask(asker, 'hstp.offset'),
  ]);
  const { mode } = store.get();
  const stateCall = mode === undefined ? undefined : STATE_CALLS[mode];
  if (stateCall) await ask(asker, stateCall);
  if (slider) await ask(asker, 'slider.state');
}

const STATE_CALLS: Partial<Record<DeviceMode, ClientCallName>> = {
  [DeviceMode.HAMP]: 'hamp.state',
  [DeviceMode.HSSP]: 'hssp.state',
  [DeviceMode.HSP]: 'hsp.state',
  [DeviceMode.VIBRATE]: 'hvp.state',
};

/** Asks for what may stay unknown. */
async function ask(asker: Asker, call: ClientCallName): Promise<void> {
  // Every call passed here takes no input, which the compiler cannot see of a name chosen at run time.
  await asker.ask(call as 'info.mode', {}, { lane: 'background' }).catch(toDeviceError);
}
