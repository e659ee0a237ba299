import { DeviceMode, type EventName, HspPlayState, type HspState } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import { isStopBegun } from '../commands/stop-begun.ts';
import type { Device } from '../device-api.ts';
import type { SessionContinuity } from '../state/continuity.ts';
import { missedReports } from '../state/hsp.ts';

/** The events of a device that a stream needs. */
export interface StreamDeviceListener {
  /** Stop was pressed. */
  stopped(): void;
  lost(): void;
  /** It is connected again, and its continuity is known. */
  back(continuity: SessionContinuity): void;
  /** Another mode, or the stream of another app, has taken the device. */
  taken(): void;
  /** The state shows that our stream was paused or stopped, which no event may have reported. */
  rests(): void;
  /** The point player reported our stream. */
  reported(name: EventName, state: HspState): void;
}

/** Watches a device for a stream. */
export interface StreamDeviceWatch {
  /** A stream is being set up: late events of an earlier one may still come. */
  settingUp(): void;
  /** The stream was set up, under this number. */
  setUp(streamId: number): void;
  close(): void;
}

/** For this long after a setup an event may still be about an earlier stream. */
const LATE_MS = 3_000;

const RESTING: ReadonlySet<HspPlayState> = new Set([HspPlayState.PAUSED, HspPlayState.STOPPED]);

const PLAYER_EVENTS = [
  'hsp_state_changed',
  'hsp_threshold_reached',
  'hsp_starving',
  'hsp_paused_on_starving',
] as const satisfies readonly EventName[];

/** Starts watching. Events of earlier streams of ours are dropped. */
export function watchStreamDevice(device: Device, time: Time, news: StreamDeviceListener): StreamDeviceWatch {
  const ours = new Set<number>();
  let streamId: number | undefined;
  let setUpAtMs = -Infinity;
  /** The mode of points was requested, and its event has not come yet. */
  let entering = false;
  let isAway = !device.store.getState().connected;

  const isLate = () => time.monotonic() - setUpAtMs < LATE_MS;

  function receive(name: EventName, state: HspState): void {
    if (streamId === undefined || missedReports.has(state)) return;
    if (state.stream_id === streamId) news.reported(name, state);
    else if (!ours.has(state.stream_id) && !isLate()) news.taken();
  }

  function modeIs(mode: DeviceMode): void {
    if (mode === DeviceMode.HSP) entering = false;
    else if (streamId !== undefined && !(entering && isLate())) news.taken();
  }

  const undos = [
    ...PLAYER_EVENTS.map((name) => device.on(name, (state) => receive(name, state))),
    device.store.subscribe((next, previous) => {
      if (next.mode !== previous.mode && next.mode !== undefined) modeIs(next.mode);
      if (isStopBegun(next, previous)) news.stopped();
      if (next.hsp !== previous.hsp && next.hsp.stream_id === streamId && RESTING.has(next.hsp.play_state))
        news.rests();
      if (!next.connected && previous.connected) {
        isAway = true;
        news.lost();
      }
      if (isAway && next.connected && next.continuity !== undefined) {
        isAway = false;
        news.back(next.continuity);
      }
    }),
  ];

  return {
    settingUp() {
      streamId = undefined;
      entering = device.store.getState().mode !== DeviceMode.HSP;
    },
    setUp(id) {
      streamId = id;
      ours.add(id);
      setUpAtMs = time.monotonic();
    },
    close() {
      for (const undo of undos) undo();
    },
  };
}
