import type { CallName, DeviceEvent, InputOf, ResultOf } from '@tactus/protocol';
import type { ClientCallName } from '../client/client.ts';
import { batterySlice, buttonsSlice } from './battery-and-buttons.ts';
import { deviceClockSlice, userOffsetSlice } from './clock-sync.ts';
import { sessionsSlice } from './continuity.ts';
import type { DeviceState } from './device-state.ts';
import { hampSlice } from './hamp.ts';
import { hdspSlice } from './hdsp.ts';
import { hspSlice } from './hsp.ts';
import { hsspScriptSlice, scriptReplacementSlice } from './hssp.ts';
import { hvpSlice } from './hvp.ts';
import { interfacesSlice } from './interfaces.ts';
import { modeAnswerReducers } from './leaving.ts';
import { otaSlice } from './ota.ts';
import { capabilitiesSlice, presenceSlice } from './presence.ts';
import { environmentSlice, sliderSettingsSlice, statisticsSlice } from './read-facts.ts';
import { sliderReadingSlice, strokeSlice } from './slider.ts';
import type { PendingRequestChanges, StatePatch, StateSlice } from './state-slice.ts';
import { warningsSlice } from './warnings.ts';

/** The last reported mode of the device; for a disconnected device its mode before. */
const modeSlice = {
  on: { mode_changed: (_, { mode }) => ({ mode }) },
  answers: modeAnswerReducers((_, { mode }) => ({ mode })),
  reread: 'info.mode',
} satisfies StateSlice;

const slices = {
  presenceSlice,
  capabilities: capabilitiesSlice,
  mode: modeSlice,
  hamp: hampSlice,
  hdsp: hdspSlice,
  hsp: hspSlice,
  hvp: hvpSlice,
  script: hsspScriptSlice,
  scriptReplacementSlice,
  stroke: strokeSlice,
  sliderReadingSlice,
  deviceClockSlice,
  userOffsetSlice,
  battery: batterySlice,
  buttons: buttonsSlice,
  trouble: warningsSlice,
  ota: otaSlice,
  interfaces: interfacesSlice,
  sessions: sessionsSlice,
  environment: environmentSlice,
  statistics: statisticsSlice,
  sliderSettings: sliderSettingsSlice,
} satisfies Record<string, StateSlice>;

/** Name of a slice of the state. */
export type SliceName = keyof typeof slices;

const rows = Object.entries(slices) as [SliceName, StateSlice][]; // Object.entries forgets the literal keys

/** The changes of an event, and the slices that it changed. */
export interface EventOutcome {
  readonly patch: StatePatch;
  readonly changed: readonly SliceName[];
  /** The slices that have a reducer for it. */
  readonly readBy: readonly SliceName[];
}

/** Applies a live event to the state. Every slice sees the state before the event. */
export function reduceEvent(state: DeviceState, event: DeviceEvent, nowMs: number): EventOutcome {
  let patch: StatePatch = {};
  const changed: SliceName[] = [];
  const readBy: SliceName[] = [];
  for (const [name, { on }] of rows) {
    // The reducer was looked up by the event's own name, which the compiler cannot follow.
    const reducer = on[event.name] as ((state: DeviceState, data: unknown, nowMs: number) => StatePatch) | undefined;
    if (!reducer) continue;
    readBy.push(name);
    const part = changesOf(state, reducer(state, event.data, nowMs));
    if (Object.keys(part).length === 0) continue;
    patch = { ...patch, ...part };
    changed.push(name);
  }
  return { patch, changed, readBy };
}

/** Applies the answer to a call to the state: returns the fields that differ. */
export function reduceAnswer<N extends CallName>(
  state: DeviceState,
  call: N,
  answer: { readonly result: ResultOf<N>; readonly input: InputOf<N>; readonly nowMs: number },
): StatePatch {
  let patch: StatePatch = {};
  for (const [, { answers }] of rows) {
    const reducer = answers[call];
    if (!reducer) continue;
    patch = { ...patch, ...changesOf(state, reducer(state, answer.result, answer.nowMs, answer.input)) };
  }
  return patch;
}

/** The steps of a request that is a state by itself, with the slice that it belongs to. */
export function pendingRequestChangesOf<N extends CallName>(
  call: N,
): { name: SliceName; steps: PendingRequestChanges<N> } | undefined {
  for (const [name, { requests }] of rows) {
    const steps = requests?.[call];
    if (steps) return { name, steps };
  }
  return undefined;
}

/** The slice that a call reads or changes, the first one listed, and the call that reads that slice again. */
export function sliceOfCall(call: CallName): { name: SliceName; reread: ClientCallName | undefined } | undefined {
  for (const [name, { answers, reread }] of rows) if (answers[call]) return { name, reread };
  return undefined;
}

/** The call that reads a slice again, if there is one. */
export const rereadCallOf = (name: SliceName): ClientCallName | undefined => (slices[name] as StateSlice).reread;

/** A patch without the fields that are equal already, so that equal reports notify nobody. */
function changesOf(state: DeviceState, patch: StatePatch): StatePatch {
  return Object.fromEntries(
    Object.entries(patch).filter(([field, next]) => !isSame(next, state[field as keyof DeviceState])), // a patch has its keys
  );
}

/** Whether two pieces of state are equal. State is plain data of wire shapes, one or two levels deep. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b || a instanceof Error) return false;
  const left = Object.entries(a);
  const right = new Map(Object.entries(b));
  return left.length === right.size && left.every(([key, value]) => right.has(key) && isSame(value, right.get(key)));
}
