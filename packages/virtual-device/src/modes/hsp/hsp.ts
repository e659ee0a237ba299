import {
  ButtonEvent,
  DeviceButton,
  type DeviceHandlers,
  DeviceMode,
  DeviceRefusal,
  errorKinds,
  HSP_STREAM_ID_MAX,
  HspPlayState,
  type HspState,
  isHspPlaying,
} from '@tactus/protocol';
import type { DeviceParts } from '../parts.ts';
import { createHspPlayer } from './player.ts';

/** A longer delay is a clock in other units, not a delay. */
const LONGEST_DELAY_MS = 24 * 60 * 60 * 1_000;

/**
 * The point player. Its calls, except the read of its state, switch the device to this mode; a call before any setup
 * sets up a stream with the number 0.
 *
 * Our interpretation where the API is not documented: a start in the future moves the slider to its place before that. A
 * player that paused on starving reports `STARVING`; `PAUSED` is for pauses by a client. Without a measured clock a
 * playback starts on arrival.
 */
export function createHspMode({
  slider,
  requireMotor: motor,
  modes,
  clock,
  emit,
  setLoad,
  time,
  random,
  maxPoints,
}: DeviceParts) {
  const player = createHspPlayer({
    time,
    follow: (intent) => slider().follow(intent),
    notify(name, data) {
      // The intent of the motion stays: later points continue it, and so does another stroke.
      if (data.play_state === HspPlayState.STARVING) setLoad(0);
      emit({ name, data });
    },
    offsetMs: clock.offsetMs,
  });
  clock.onOffset(player.offsetChanged);

  const isOn = () => player.state().play_state !== HspPlayState.NOT_INITIALIZED;
  const moves = () => isHspPlaying(player.state());

  function enter(): void {
    slider();
    modes.enter(DeviceMode.HSP);
    if (!isOn()) player.setup(0, maxPoints());
  }

  function change(apply: () => void): HspState {
    enter();
    apply();
    return player.state();
  }

  /** The monotonic time at which a playback begins. */
  function startAtMs(serverMs: number | undefined): number {
    const nowMs = time.monotonic();
    const atMs = serverMs === undefined ? nowMs : (clock.instantOfServer(serverMs) ?? nowMs);
    if (nowMs - atMs > LONGEST_DELAY_MS) throw new DeviceRefusal(errorKinds.delayTooLong);
    if (atMs - nowMs > LONGEST_DELAY_MS) throw new DeviceRefusal(errorKinds.negativeDelay);
    return atMs;
  }

  /** Ends a playback for the user at the device, or for the hardware: no call caused it, so an event reports it. */
  function endByItself(end: () => void): void {
    end();
    emit({ name: 'hsp_state_changed', data: player.state() });
  }

  modes.register(DeviceMode.HSP, {
    end: () => {
      const { play_state } = player.state();
      if (moves() || play_state === HspPlayState.PAUSED) endByItself(player.stop);
    },
    motion() {
      if (!moves()) return 'none';
      return player.state().loop ? 'endless' : 'ending';
    },
    press: ({ button, event }) => {
      if (button !== DeviceButton.POWER || event !== ButtonEvent.SHORT_PRESS || !moves()) return false;
      endByItself(player.pause);
      return true;
    },
  });

  const handlers: DeviceHandlers<'hsp'> = {
    'hsp.state': () => {
      slider();
      return player.state();
    },
    'hsp.setup': ({ stream_id }) =>
      change(() => player.setup(stream_id || random.integer(1, HSP_STREAM_ID_MAX), maxPoints())),
    'hsp.flush': () => change(player.flush),
    'hsp.add': (input) => change(() => player.add(input, input.tail_point_threshold)),
    'hsp.play': ({ start_time, server_time, playback_rate, loop, pause_on_starving, add }) => {
      motor();
      const atMs = startAtMs(server_time);
      const start = { startMs: start_time, atMs, rate: playback_rate, loop, pauseOnStarving: pause_on_starving };
      const state = change(() => {
        if (add) player.add(add, add.tail_point_threshold);
        player.play(start);
      });
      // The answer to a play describes the time before its first point.
      return { ...state, current_point: -1 };
    },
    'hsp.stop': () => change(player.stop),
    'hsp.pause': () => change(player.pause),
    'hsp.resume': ({ pick_up }) => {
      motor();
      return change(() => player.resume(pick_up));
    },
    'hsp.threshold': ({ tail_point_threshold }) => change(() => player.setThreshold(tail_point_threshold)),
    'hsp.pauseOnStarving': ({ pause_on_starving }) => change(() => player.setPauseOnStarving(pause_on_starving)),
    'hsp.synctime': ({ current_time, server_time, filter }) => {
      const atMs = startAtMs(server_time);
      return change(() => {
        const { playback_rate } = player.state();
        player.synchronise(current_time + (moves() ? (time.monotonic() - atMs) * playback_rate : 0), filter);
      });
    },
    'hsp.loop': ({ loop }) => change(() => player.setLoop(loop)),
    'hsp.playbackrate': ({ playback_rate }) => change(() => player.setRate(playback_rate)),
  };
  return { handlers, close: player.close };
}
