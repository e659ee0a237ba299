import type { DeviceState } from '@tactus/sdk';

/** The facts of a state that do not change while the device is at rest: no times and no positions. */
export type StateFactName =
  | 'connected'
  | 'mode'
  | 'hamp'
  | 'hsp'
  | 'hvp'
  | 'stroke'
  | 'trouble'
  | 'battery'
  | 'update'
  | 'button';

/** One fact of a state, as JSON. */
export interface StateFact {
  readonly name: StateFactName;
  readonly text: string;
}

/** The facts of a state, always in the same order. */
export function stableFactsOf(state: DeviceState): readonly StateFact[] {
  const { connected, mode, hamp, hsp, hvp, slider, trouble, battery, ota, lastButtonEvent } = state;
  const facts: Readonly<Record<StateFactName, unknown>> = {
    connected,
    mode: mode ?? null,
    hamp: { play_state: hamp.play_state, velocity: rounded(hamp.velocity) },
    hsp: { play_state: hsp.play_state, points: hsp.points, loop: hsp.loop, playback_rate: hsp.playback_rate },
    hvp: { enabled: hvp.enabled, amplitude: rounded(hvp.amplitude), frequency: hvp.frequency },
    stroke: { min: rounded(slider.min), max: rounded(slider.max) },
    trouble,
    battery: battery === undefined ? null : rounded(battery.level),
    update: { ongoing: ota.ongoing, done: ota.done, failed: ota.failed },
    button: lastButtonEvent ? { button: lastButtonEvent.button, event: lastButtonEvent.event } : null,
  };
  return Object.entries(facts).map(([name, value]) => ({ name: name as StateFactName, text: JSON.stringify(value) })); // its own keys
}

/** Three decimals, the precision of the wire. */
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

/** A fact of two states beside each other. */
export interface ComparedFact {
  readonly name: StateFactName;
  readonly recorded: string;
  readonly replayed: string;
  readonly same: boolean;
}

/** Compares the facts of two states of a device, fact by fact. */
export function compareStates(recorded: DeviceState, replayed: DeviceState): readonly ComparedFact[] {
  const others = stableFactsOf(replayed);
  return stableFactsOf(recorded).map(({ name, text }, index) => {
    const other = others[index]?.text ?? '';
    return { name, recorded: text, replayed: other, same: text === other };
  });
}
