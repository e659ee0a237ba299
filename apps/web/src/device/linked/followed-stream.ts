import { scriptToVibration } from '@tactus/motion';
import type { CloudFeatures } from '@tactus/sdk';
import {
  columnsOf,
  createRecordedStream,
  joinedColumns,
  type RecordedStream,
  type RecordedStreamOptions,
} from '../session/vibration-stream.ts';
import { playOnFollowers, type ScriptFollowers } from './follower-playback.ts';
import type { LinkedDevices } from './linked-devices.ts';
import { streamMedia } from './stream-media.ts';

/** The part of the linked devices that a stream moves. */
export type StreamedDevices = Pick<LinkedDevices, 'own'> & ScriptFollowers;

/**
 * Creates a stream of points for the device in use, which those that follow it play in step with it. `vibrates`: the device
 * in use has no slider.
 */
export function createFollowedStream(
  linked: StreamedDevices,
  { vibrates, features }: { readonly vibrates: boolean; readonly features: CloudFeatures },
  options: RecordedStreamOptions,
): RecordedStream {
  const stream = createRecordedStream(linked.own, vibrates, options);
  let { rate = 1 } = options;
  let points = columnsOf(options.source.points);
  const followers = playOnFollowers({
    ...{ linked, time: options.time, features, media: streamMedia(stream, () => rate), script: { points } },
    toVibration: async (columns) => scriptToVibration(columns),
  });
  return {
    ...stream,
    replaceFrom(fromMs, next) {
      points = joinedColumns(points, fromMs, columnsOf(next));
      followers.setPoints(points);
      return stream.replaceFrom(fromMs, next);
    },
    setRate(next) {
      rate = next;
      return stream.setRate(next);
    },
    close() {
      stream.close();
      followers.close();
    },
  };
}
