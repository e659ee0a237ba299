import { startVideoSync } from '@tactus/sdk';
import type { Time, Undo } from '@tactus/time';
import type { ModelledVideo } from './video-media.ts';
import type { ModelledPlayer } from './video-player.ts';

/** The parts that a controller uses. */
export interface Controlled {
  readonly time: Time;
  readonly video: ModelledVideo;
  readonly player: ModelledPlayer;
}

export type ControllerName = keyof typeof controllers;

const POLL_EVERY_MS = 1_000;
const POLL_FILTER = 0.9;
const PERFECT_EVERY_MS = 30_000;

/** The controllers that synchronise a script with a video; each runs until undone. */
export const controllers = {
  /** Our controller. */
  frames: ({ time, video, player }) => startVideoSync({ time, device: player.device, media: video.port }).close,
  /** The schedule of the specification: the reference. */
  specified: ({ time, video, player }) =>
    startVideoSync({ time, device: player.device, media: video.port, mode: 'compatible' }).close,
  /** Reacts to every play, seek, rate change and pause, and to nothing between. */
  openLoop: (world) => goWithEvents(world),
  /** The open loop, corrected every second by the medium's clock, with the specification's first filter. */
  poll(world) {
    const { time, video, player } = world;
    const stopEvents = goWithEvents(world);
    const cancelTimer = time.every(POLL_EVERY_MS, () => {
      if (!video.port.isPaused()) void player.device.hssp.synctime({ ...currently(world), filter: POLL_FILTER });
    });
    return () => {
      stopEvents();
      cancelTimer();
    };
  },
  /** Knows every event at once; has the network and the clocks of the others. */
  perfect({ time, video, player }) {
    const play = () =>
      void player.device.hssp.play({
        start_time: video.shownMs(),
        server_time: player.device.clock.serverNow(),
        playback_rate: video.rate(),
      });
    video.watch({ onMoves: play, onStands: () => void player.device.hssp.stop() });
    // Two crystals drift apart, even after a perfect start.
    return time.every(PERFECT_EVERY_MS, () => video.isMoving() && play());
  },
} as const satisfies Readonly<Record<string, (world: Controlled) => Undo>>;

const currently = ({ video, player }: Controlled) => ({
  current_time: Math.round(video.port.timeMs()),
  server_time: Math.round(player.device.clock.serverNow()),
});

function goWithEvents(world: Controlled): Undo {
  const { video, player } = world;
  const play = () => {
    if (video.port.isPaused()) return;
    const { current_time: start_time, server_time } = currently(world);
    void player.device.hssp.play({ start_time, server_time, playback_rate: video.port.rate() });
  };
  const undo = [
    video.port.on('play', play),
    video.port.on('seeked', play),
    video.port.on('ratechange', play),
    video.port.on('pause', () => void player.device.hssp.stop()),
  ];
  return () => {
    for (const stop of undo) stop();
  };
}
