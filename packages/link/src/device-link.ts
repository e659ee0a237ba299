import {
  type CloudFrame,
  decodeLinkFrame,
  encodeLinkFrame,
  isFinalLinkRefusal,
  LINK_SILENCE_MAX_MS,
  LINK_VERSION,
  type LinkFrame,
  type LinkHold,
  type SelfStoppingDevice,
} from '@tactus/protocol';
import type { Random, Time, Undo } from '@tactus/time';
import { createReconnectBackOff } from './back-off.ts';
import { createCommandDeduplicator } from './command-deduplicator.ts';
import { createEventOutbox } from './outbox.ts';
import { stopWhenUnattended } from './unattended-stopper.ts';
import type { WebSocketLike } from './web-socket-like.ts';

/** The state of a link: connecting, linked, waiting to try again, or ended. */
export type LinkState = 'connecting' | 'linked' | 'waiting' | 'ended';

/** The options of a device link. */
export interface DeviceLinkOptions {
  readonly device: SelfStoppingDevice;
  /** Address of the cloud's device link: `ws(s)://…/api/tactus/device-link`. */
  readonly url: string;
  /** The secret that was made with the device's connection key: the cloud accepts no other device under that key. */
  readonly secret: string;
  /** Opens a WebSocket: `(url) => new WebSocket(url)`. */
  readonly connect: (url: string) => WebSocketLike;
  readonly time: Time;
  readonly random: Random;
  /**
   * Whether a session goes on after a cut: commands sent meanwhile are then executed late, and clients do not notice the
   * cut. Default yes.
   */
  readonly resumes?: boolean | undefined;
}

/** A device's side of the link to a cloud. It reconnects by itself until it is closed or refused for good. */
export interface DeviceLink {
  state(): LinkState;
  /** The cloud's last refusal; undefined without one, or after a later welcome. */
  refusal(): { readonly code: string; readonly message: string } | undefined;
  /** Calls the listener on every change of state, until undone. */
  onState(listener: (state: LinkState) => void): Undo;
  /** Pings the cloud; does nothing where it is not linked. */
  ping(): void;
  /** Stops the device where its hold has expired, for callers with better timers than those of `time`. */
  checkHold(): void;
  /** When the last frame of the cloud came, in ms of `time.monotonic()`. */
  lastReceivedAtMs(): number;
  /** Ends the link; the cloud then counts the device as disconnected at once. The device itself goes on. */
  close(): void;
}

/** The longest time from opening a connection to the welcome. */
const WELCOME_WITHIN_MS = 10_000;
const CLOSED_NORMALLY = 1_000;

/**
 * Links a device to a cloud: enrols it, executes each command of the cloud once, and sends its events in order, none
 * lost and none doubled however often the connection is cut (docs/device-link.md). Throws the errors of `connect` for an
 * invalid address.
 */
export function createDeviceLink(options: DeviceLinkOptions): DeviceLink {
  const { device, url, secret, connect, time, resumes = true } = options;
  const backOff = createReconnectBackOff(options.random);
  const outbox = createEventOutbox(() => device.info());
  const commands = createCommandDeduplicator({ device, send: (text) => state === 'linked' && socket?.send(text) });
  const attendance = stopWhenUnattended(device, time);
  const listeners = new Set<(state: LinkState) => void>();
  let state: LinkState = 'connecting';
  let socket: WebSocketLike | undefined;
  let session: string | undefined;
  let refusal: { code: string; message: string; retryAfterMs: number } | undefined;
  let lastReceivedAtMs = 0;
  let cancelTimer: Undo = () => undefined;

  function enter(next: LinkState): void {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener(next);
  }

  function open(): void {
    enter('connecting');
    const opened = connect(url);
    socket = opened;
    cancelTimer();
    cancelTimer = time.after(WELCOME_WITHIN_MS, () => leave(opened));
    const ifCurrent = (run: () => void) => () => {
      if (socket === opened) run();
    };
    opened.addEventListener('open', ifCurrent(sendHello));
    opened.addEventListener(
      'error',
      ifCurrent(() => undefined),
    ); // `close` follows
    opened.addEventListener('close', ifCurrent(tryAgainLater));
    opened.addEventListener('message', ({ data }) => {
      if (socket !== opened || typeof data !== 'string') return;
      lastReceivedAtMs = time.monotonic();
      const frame = decodeLinkFrame(data);
      if (frame) receive(frame, opened);
    });
  }

  /** Closes a connection that has not ended by itself. */
  function leave(opened: WebSocketLike): void {
    if (socket !== opened) return;
    opened.close();
    tryAgainLater();
  }

  function tryAgainLater(): void {
    socket = undefined;
    attendance.cut(lastReceivedAtMs);
    if (!resumes) session = undefined;
    cancelTimer();
    if (refusal && isFinalLinkRefusal(refusal.code)) {
      end();
      return;
    }
    const retryAfterMs = refusal?.retryAfterMs ?? 0;
    // The wait of a refusal is that before the next try alone.
    if (refusal) refusal = { ...refusal, retryAfterMs: 0 };
    cancelTimer = time.after(backOff.next(retryAfterMs), () => {
      try {
        open();
      } catch {
        // The address was valid before, so the refusal to open may be temporary.
        tryAgainLater();
      }
    });
    enter('waiting');
  }

  function end(): void {
    unsubscribe();
    cancelTimer();
    enter('ended');
  }

  function sendHello(): void {
    const info = device.info();
    const text = encodeLinkFrame({
      type: 'hello',
      version: LINK_VERSION,
      connectionKey: device.connectionKey,
      secret,
      ...(info && { info }),
      ...(session !== undefined && { session }),
      position: outbox.position(),
      seen: commands.seen(),
    });
    if (text !== undefined) socket?.send(text);
  }

  function receive(frame: LinkFrame, opened: WebSocketLike): void {
    if (frame.type === 'refused') {
      refusal = { code: frame.code, message: frame.message, retryAfterMs: frame.retryAfterMs ?? 0 };
      leave(opened);
    } else if (frame.type === 'welcome') {
      if (state === 'connecting') begin(frame, opened);
    } else if (state === 'linked') obey(frame);
  }

  function begin(welcome: CloudFrame & { readonly type: 'welcome' }, opened: WebSocketLike): void {
    session = welcome.session;
    refusal = undefined;
    backOff.reset();
    outbox.resumeAfter(welcome.received);
    commands.begin(welcome.session);
    watchSilence(opened);
    attendance.linked();
    enter('linked');
    commands.answerAgain(welcome.waiting);
    flush();
  }

  function obey(frame: LinkFrame): void {
    const { type } = frame;
    if (type === 'call' || type === 'setClock' || type === 'install') commands.receive(frame);
    else if (type === 'ping') sendSign('pong');
    else if (type === 'hold') attendance.held(holdIn(frame));
    else if (type === 'ack') {
      outbox.acknowledge(frame.seq);
      flush();
    }
  }

  function sendSign(type: 'ping' | 'pong'): void {
    const text = encodeLinkFrame({ type });
    if (text !== undefined) socket?.send(text);
  }

  /** Closes the connection when the cloud is silent for too long; checks again at that moment. */
  function watchSilence(opened: WebSocketLike): void {
    cancelTimer();
    const leftMs = lastReceivedAtMs + LINK_SILENCE_MAX_MS - time.monotonic();
    if (leftMs <= 0) leave(opened);
    else cancelTimer = time.after(leftMs, () => watchSilence(opened));
  }

  function flush(): void {
    while (state === 'linked') {
      const happening = outbox.next();
      if (!happening) return;
      const text = encodeLinkFrame(happening);
      // An event too large for a frame is replaced by an unknown one, so that its number is not missing.
      socket?.send(text ?? JSON.stringify({ type: 'event', seq: happening.seq }));
    }
  }

  const unsubscribe = device.onEvent((event) => {
    outbox.push(event);
    flush();
  });
  open();

  return {
    state: () => state,
    refusal: () => refusal,
    checkHold: attendance.check,
    ping: () => state === 'linked' && sendSign('ping'),
    lastReceivedAtMs: () => lastReceivedAtMs,
    onState(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      const opened = socket;
      socket = undefined;
      opened?.close(CLOSED_NORMALLY);
      attendance.close();
      end();
    },
  };
}

/** A frame with only one of its times has that value for both; one without times lifts the hold. */
function holdIn({ silentMs, closedMs }: CloudFrame & { readonly type: 'hold' }): LinkHold | undefined {
  const eitherMs = silentMs ?? closedMs;
  return eitherMs === undefined ? undefined : { silentMs: silentMs ?? eitherMs, closedMs: closedMs ?? eitherMs };
}
