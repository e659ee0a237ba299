import { type EventStream, type Fetch, openFrameStream } from '@tactus/sdk';
import type { Random, Time } from '@tactus/time';
import { type GuestApi, type SessionOverReason, sessionOverReasonIn } from './guest-api.ts';
import { decodeGuestSession, type GuestSession } from './guest-session.ts';
import { parseJson } from './parse-json.ts';

/** The cloud sends a frame every second: after so long without one the stream is lost. @internal */
export const STREAM_SILENCE_LIMIT_MS = 4_000;

/** Opens the stream of a guest's session, and reopens it after it broke. */
export function openGuestSessionStream(parts: {
  readonly fetch: Fetch;
  readonly time: Time;
  readonly random: Random;
  readonly api: Pick<GuestApi, 'streamRequest'>;
  readonly onSession: (session: GuestSession) => void;
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
    onFrame({ name, data }) {
      const value = parseJson(data);
      if (name === 'over') parts.onOver(sessionOverReasonIn(value));
      else if (name === 'session') {
        const session = decodeGuestSession(value);
        if (session) parts.onSession(session);
      }
    },
    onError(error, final) {
      wasSilent ||= error.code === 'timeout';
      if (final) parts.onOver(sessionOverReasonIn(error.http?.body));
      else parts.onLost();
    },
  });
}
