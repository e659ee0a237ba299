import { liveSource, loopedSource } from '@tactus/motion';
import { DeviceRefusal, errorKinds } from '@tactus/protocol';
import type { PlaybackContent } from '../../features/playback/playback-content.ts';
import type { LivePointStream } from '../../features/streams/live-point-stream.ts';
import type { CloudHandlers } from './cloud-call.ts';
import { playContent, playerHandlers, setUpContent } from './player-handlers.ts';

/** Playback of the streams that this cloud stores. */
export const streamHandlers: CloudHandlers<'stream'> = {
  'stream.setup': ({ stream_ref, notify }, context) => {
    context.requireDevice(); // a missing device is reported before a missing stream
    const stream = context.parts.streams.get(stream_ref);
    if (!stream) throw new DeviceRefusal(errorKinds.streamNotFound);
    return setUpContent({ notify, load: async () => growing(stream) }, context);
  },
  'stream.play': playContent,
  'stream.stop': playerHandlers.stop,
  'stream.state': playerHandlers.state,
  'stream.synctime': playerHandlers.synctime,
};

/** The content of a stream. A stream loops once it is closed; an open stream has no end to loop from. */
function growing(stream: LivePointStream): PlaybackContent {
  return {
    once: liveSource(stream),
    get looped() {
      return stream.ended && stream.points.length > 1 ? loopOf(stream) : undefined;
    },
    onChange: stream.onChange,
  };
}

/** A closed stream has one loop, which every request shares. */
function loopOf(stream: LivePointStream) {
  let loop = loops.get(stream);
  if (!loop) {
    loop = loopedSource(liveSource(stream));
    loops.set(stream, loop);
  }
  return loop;
}

const loops = new WeakMap<LivePointStream, ReturnType<typeof loopedSource>>();
