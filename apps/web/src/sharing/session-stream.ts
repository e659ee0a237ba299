import { type GuestView, guestCalls, readTactusEvent } from '@tactus/protocol';
import { type EventStream, type Fetch, openFrameStream } from '@tactus/sdk';
import type { Random, Time } from '@tactus/time';
import { type GuestApi, type SessionOverReason, sessionOverReasonIn } from './guest-api.ts';

/** The cloud sends a frame every second: after so long without one the stream is lost. @internal */
export const STREAM_SILENCE_LIMIT_MS = 4_000;

/** Opens the stream of a guest's session, and reopens it after it broke. */
export function openGuestSessionStream(parts: {
  readonly fetch: Fetch;
  readonly time: Time;
  readonly random: Random;
  readonly api: Pick<GuestApi, 'streamRequest'>;
  readonly onSession: (session: GuestView) => void;
  readonly onOver: (reason: SessionOverReason) => void;
  /** Any frame was received. */
  readonly onReceived: () => void;
  /** The stream broke, or is silent; it reopens by itself. */
  readonly onLost: () => void;
  /** The stream was silent, and is open again. */
  readonly onBackFromSilence: () => void;
}): EventStream {
  const { fetch, time, random } = parts;
  let wasSilent = false;
  return openFrameStream({
    ...{
      fetch,
      time,
      random,
      request: parts.api.streamRequest,
      silenceMs: STREAM_SILENCE_LIMIT_MS,
      onAlive: parts.onReceived,
    },
    // The first frame has the session.
    onOpen() {
      if (wasSilent) parts.onBackFromSilence();
      wasSilent = false;
    },
    onFrame(frame) {
      const event = readTactusEvent(guestCalls.events, frame);
      if (event?.name === 'session') parts.onSession(event.data);
      else if (frame.name === 'over') parts.onOver(event?.data.reason ?? 'unknown');
    },
    onError(error, final) {
      wasSilent ||= error.code === 'timeout';
      if (final) parts.onOver(sessionOverReasonIn(error.http?.body));
      else parts.onLost();
    },
  });
}
