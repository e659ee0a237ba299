import { decodeEvent, isConnectionKey } from '@tactus/protocol';
import { anonymousIdOfKey } from './anonymous-id.ts';
import { deliverFrame, type EventStreamOptions, openEventStream, requireStreamConfig } from './event-stream.ts';
import type { EventStream } from './frame-stream.ts';
import { openSharedFrameStream } from './shared-frame-stream.ts';
import type { FrameKind } from './stream-leader.ts';
import { multiDeviceStreamRequest, type StreamResumePoint, streamRequest } from './stream-request.ts';
import type { TabPorts } from './tab-ports.ts';

/** The options of a shared stream. */
export interface SharedStreamOptions extends EventStreamOptions {
  /** Undefined: the device has its own stream. */
  readonly tabs?: TabPorts | undefined;
  /** Whether the cloud has one stream for several devices (`features.severalOnSse`). */
  readonly several: boolean;
}

/**
 * One event stream for a whole browser: one of all tabs (and devices of a tab) that use the same device API is elected,
 * holds the stream and broadcasts its frames to the others. When it closes, another continues after the last frame.
 * Behaves as `openEventStream` does.
 */
export function openSharedStream(options: SharedStreamOptions): EventStream {
  const { tabs, connectionKey = '' } = options;
  // A channel has aliases in its frames, and a stream of its own; so does an invalid key.
  if (!tabs || !isConnectionKey(connectionKey)) return openEventStream(options);
  return openSharedFrameStream({
    ...options,
    tabs,
    connectionKey: requireStreamConfig(options),
    name: `tactus.events.${anonymousIdOfKey(`${options.baseUrl} ${options.apiKey}`)}`,
    request: (places) => requestOf(options, places),
    onFrame: (frame) => deliverFrame(frame, options),
    kindOf,
    keyOf,
  });
}

const KINDS: Readonly<Record<string, FrameKind>> = {
  device_status: 'snapshot',
  device_connected: 'status',
  device_disconnected: 'status',
};

const kindOf = ({ name, data }: { readonly name?: string | undefined; readonly data: string }): FrameKind =>
  KINDS[decodeEvent(name, data)?.name ?? ''] ?? 'event';

/** The device of a frame; every form of the wire names it so. */
const keyOf = (data: string) => /"connection_key"\s*:\s*"([^"\\]+)"/.exec(data)?.[1];

function requestOf(options: SharedStreamOptions, places: readonly StreamResumePoint[]) {
  const [only] = places;
  return options.several || only === undefined
    ? multiDeviceStreamRequest(options, places)
    : streamRequest(options, only);
}
