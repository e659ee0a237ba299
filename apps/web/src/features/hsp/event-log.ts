import type { Device, DeviceEvents } from '@tactus/sdk';
import type { Time, Undo } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** A call, an answer or an event of a stream, with its time. */
export interface LoggedStreamEvent {
  readonly id: number;
  /** Monotonic ms. */
  readonly atMs: number;
  readonly what: string;
  readonly detail: string;
}

const MAX_EVENTS = 80;
const EVENTS = [
  'hsp_state_changed',
  'hsp_threshold_reached',
  'hsp_starving',
  'hsp_looping',
  'hsp_paused_on_starving',
  'hsp_resumed_on_not_starving',
  'mode_changed',
] as const satisfies readonly (keyof DeviceEvents)[];

/** The last events of the point player and calls to it, newest first. */
export interface StreamEventLog {
  readonly state: StoreApi<readonly LoggedStreamEvent[]>;
  /** When the log was created, monotonic ms. */
  readonly startMs: number;
  note(what: string, detail: string): void;
  clear(): void;
  /** Subscribes; returns its own undo. */
  open(): Undo;
}

/** Creates an empty log of the calls and events of a stream. */
export function createStreamEventLog(device: Device, time: Time): StreamEventLog {
  const state = createStore<readonly LoggedStreamEvent[]>()(() => []);
  let nextId = 1;

  function note(what: string, detail: string): void {
    const event = { id: nextId++, atMs: time.monotonic(), what, detail };
    state.setState((events) => [event, ...events].slice(0, MAX_EVENTS), true);
  }

  return {
    state,
    startMs: time.monotonic(),
    note,
    clear: () => state.setState([], true),
    open() {
      const offs = EVENTS.map((name) => device.on(name, (data: unknown) => note(name, detailOf(data))));
      return () => {
        for (const off of offs) off();
      };
    },
  };
}

/** The fields that describe a change of a stream. */
const REPORTED_FIELDS = ['play_state', 'current_time', 'points', 'stream_id', 'mode'] as const;

function detailOf(data: unknown): string {
  if (typeof data !== 'object' || data === null) return '';
  const fields = new Map(Object.entries(data));
  return REPORTED_FIELDS.filter((name) => fields.has(name))
    .map((name) => `${name} ${String(fields.get(name))}`)
    .join(' · ');
}
