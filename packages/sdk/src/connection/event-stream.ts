import { type DecodedEvent, decodeEvent, type EventName } from '@tactus/protocol';
import { DeviceError } from '../errors.ts';
import { type EventStream, type FrameStreamOptions, openFrameStream, type ReceivedFrame } from './frame-stream.ts';
import { type EventStreamSource, streamRequest } from './stream-request.ts';

/** The stream to open, and its listeners. */
export interface EventStreamOptions
  extends EventStreamSource,
    Pick<
      FrameStreamOptions,
      'fetch' | 'time' | 'random' | 'nudgedSilenceMs' | 'bareRefusalsMax' | 'onOpen' | 'onError'
    > {
  readonly connectionKey: string | undefined;
  /** Only these events; all when left out. */
  readonly events?: readonly EventName[] | undefined;
  /** Called with an event, and its id where the cloud numbers events: it sends those again that a stream has missed. */
  readonly onEvent: (event: DecodedEvent, id: string | undefined) => void;
  /** Called with a frame that is no event of the contract. */
  readonly onUnknown: (frame: { name: string | undefined; data: string }) => void;
}

/**
 * Opens the live event stream by fetch and reconnects with back-off, resumes with `Last-Event-ID` where
 * frames carry ids. Throws 'Handy API SSE config not set' when base, application key or connection key is missing.
 */
export function openEventStream(options: EventStreamOptions): EventStream {
  const connectionKey = requireStreamConfig(options);
  let lastEventId: string | undefined;
  return openFrameStream({
    ...options,
    request: () => streamRequest(options, { connectionKey, lastEventId }),
    onFrame(frame) {
      if (frame.id !== undefined) lastEventId = frame.id;
      deliverFrame(frame, options);
    },
  });
}

/** Returns the connection key, or throws the specification's error. */
export function requireStreamConfig(options: Pick<EventStreamOptions, 'baseUrl' | 'apiKey' | 'connectionKey'>): string {
  if (!options.baseUrl || !options.apiKey || !options.connectionKey)
    throw new DeviceError('not-initialized', 'Handy API SSE config not set');
  return options.connectionKey;
}

/** Passes a frame to its listener. */
export function deliverFrame(
  { name, data, id }: ReceivedFrame,
  { onEvent, onUnknown }: Pick<EventStreamOptions, 'onEvent' | 'onUnknown'>,
): void {
  const decoded = decodeEvent(name, data);
  if (decoded) onEvent(decoded, id);
  else onUnknown({ name, data });
}
