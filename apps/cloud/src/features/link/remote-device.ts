import { randomBytes } from 'node:crypto';
import { firstOrder } from '@tactus/motion';
import {
  type CloudFrame,
  type DeviceCallName,
  type DeviceEvent,
  type DeviceInfo,
  DeviceMode,
  DeviceRefusal,
  encodeLinkFrame,
  errorKinds,
  LINK_EVENT_WINDOW,
  LINK_GRACE_MS,
  type LinkedDevice,
  type LinkFrame,
  type LinkHappening,
  type LinkHello,
  type LinkHold,
  type LinkRefusal,
  linkRefusals,
  readResult,
} from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import { endsMotion } from '../../devices/ends-motion.ts';
import { type Asked, createPendingCommands } from './pending-commands.ts';

/** One connection of a device, as long as it lasts. */
export interface LinkConnection {
  /** Sends an encoded frame; nothing once the connection is over. */
  send(text: string): void;
  /** Tells the device why, and ends the connection. */
  end(refusal: LinkRefusal): void;
}

/** A device outside this process: what the cloud holds, whether it has a connection at the moment or not. */
export interface RemoteDevice extends LinkedDevice {
  /** Goes on with a connection whose hello was found good; an older connection is ended. */
  welcome(connection: LinkConnection, hello: LinkHello): void;
  /** Takes in what a connection brings. */
  hear(connection: LinkConnection, frame: LinkFrame): void;
  /** A connection is over: for good after a goodbye, else the device has a moment to come back. */
  leave(connection: LinkConnection, saidGoodbye: boolean): void;
  /** Whether it has a connection, or is expected back at any moment. */
  isHere(): boolean;
  /** Ends its connection and its session. */
  end(refusal: LinkRefusal): void;
  hold(hold: LinkHold | undefined): void;
}

/** What a cloud knows of such a device beside its link. */
export interface RemoteDeviceParts {
  readonly connectionKey: string;
  readonly time: Time;
  /** Whether it was driven under a hold or lease and is not known to be at rest since. */
  readonly isDriven: () => boolean;
  /** It is told to rest before anything else; hears whether it confirms that. */
  readonly onRestFirst: (confirmed: Promise<boolean>) => void;
}

const ACK_WITHIN_MS = 50;
const ACK_EVERY = LINK_EVENT_WINDOW / 4;
const SESSION_BYTES = 12;

export function createRemoteDevice(parts: RemoteDeviceParts): RemoteDevice {
  const { connectionKey, time } = parts;
  const listeners = new Set<(event: DeviceEvent) => void>();
  const commands = createPendingCommands(time);
  let connection: LinkConnection | undefined;
  let session: string | undefined;
  let info: DeviceInfo | undefined;
  let received = 0;
  let acknowledged = 0;
  let stopAckTimer: Undo | undefined;
  let stopGrace: Undo = () => undefined;
  /** The hold that it was told of last. */
  let hold: LinkHold | undefined;
  /** Whether it was told of a hold in this session. */
  let wasHeld = false;
  /** Whether it was told to rest as it came, and has not confirmed that. */
  let owesRest = false;

  function emit(event: DeviceEvent): void {
    for (const listener of listeners) listener(event);
  }

  function disconnect(reason: string): void {
    if (!info) return;
    const { session_id } = info;
    info = undefined;
    const timestamp = new Date(time.now()).toISOString();
    emit({ name: 'device_disconnected', data: { session_id, reason, timestamp } });
  }

  function connect(next: DeviceInfo | undefined): void {
    info = next;
    if (next) emit({ name: 'device_connected', data: { connected: true, info: next } });
  }

  /** Nothing of this session counts any more. */
  function endSession(reason: string): void {
    stopGrace();
    stopAckTimer?.();
    stopAckTimer = undefined;
    session = undefined;
    hold = undefined;
    wasHeld = false;
    commands.restart();
    disconnect(reason);
  }

  function sendFrame(frame: CloudFrame): void {
    const text = encodeLinkFrame(frame);
    if (text !== undefined) connection?.send(text);
  }

  function acknowledge(): void {
    stopAckTimer?.();
    stopAckTimer = undefined;
    acknowledged = received;
    sendFrame({ type: 'ack', seq: received });
  }

  /** Events come by their numbers: one that is here already is passed over, a hole is the device's mistake. */
  function take(happening: LinkHappening, from: LinkConnection): void {
    const { seq } = happening;
    if (happening.type === 'event' && seq > received + 1) {
      from.end(linkRefusals.badFrame);
      return;
    }
    if (seq > received) {
      received = seq;
      if (happening.type === 'gap') {
        disconnect('events lost');
        connect(happening.info);
      } else if (happening.event) hearEvent(happening.event);
    }
    if (received - acknowledged >= ACK_EVERY) acknowledge();
    else stopAckTimer ??= time.after(ACK_WITHIN_MS, acknowledge);
  }

  function hearEvent(event: DeviceEvent): void {
    // Streams are told the status by the cloud itself, and a device is here only with its facts.
    if (event.name === 'device_status') return;
    if (event.name === 'device_connected') {
      if (!event.data.info) return;
      info = event.data.info;
      // What it was told while it could not be reached itself it was told in vain.
      if (owesRest) restFirst();
    }
    if (event.name === 'device_disconnected') info = undefined;
    emit(event);
  }

  /** Whether a text left, as far as can be told here. */
  function send(text: string): boolean {
    connection?.send(text);
    return connection !== undefined;
  }

  function ask(asked: Asked, isUrgent: boolean): Promise<unknown> {
    if (!info) return Promise.reject(new DeviceRefusal(errorKinds.deviceNotConnected));
    return commands.ask(asked, { isUrgent, send });
  }

  async function askFor<N extends DeviceCallName>(name: N, asked: Asked, isUrgent: boolean) {
    const reading = readResult(name, await ask(asked, isUrgent));
    if (!reading.ok) throw new DeviceRefusal(errorKinds.unknownResponse);
    return reading.result;
  }

  /** Idle is the one mode in which every device rests, whichever it is in. */
  function restFirst(): void {
    owesRest = true;
    const asked = { type: 'call', name: 'info.setMode2', input: { mode: DeviceMode.IDLE } } as const;
    const answer = commands.ask(asked, { isUrgent: true, send });
    const confirmed = answer.then(
      (result) => {
        const reading = readResult('info.setMode2', result);
        return reading.ok && reading.result.mode === DeviceMode.IDLE;
      },
      () => false, // refused, or the link is over
    );
    parts.onRestFirst(confirmed);
  }

  function tellHold(): void {
    sendFrame({ type: 'hold', ...hold });
  }

  /** Whether what a device says about a session can be true. */
  const knows = (hello: LinkHello): boolean =>
    session !== undefined && hello.session === session && hello.position >= received && hello.seen <= commands.newest();

  return {
    connectionKey,
    info: () => info,
    isHere: () => session !== undefined,
    welcome(next, hello) {
      const previous = connection;
      connection = next;
      stopGrace();
      stopAckTimer?.();
      stopAckTimer = undefined;
      previous?.end(linkRefusals.takenOver);
      const resumed = knows(hello);
      const namesSession = hello.session !== undefined;
      const order = firstOrder({ resumed, namesSession, isDriven: parts.isDriven(), owesRest });
      if (!resumed) {
        endSession('new link');
        received = hello.position;
      }
      session ??= randomBytes(SESSION_BYTES).toString('base64url');
      acknowledged = received;
      const { waiting, unsent } = commands.resume(hello.seen);
      sendFrame({ type: 'welcome', session, resumed, received, waiting });
      if (hold) tellHold();
      if (order === 'rest') restFirst();
      for (const text of unsent) next.send(text);
      // The frame that lifted a hold may be lost: what somebody else has in motion by now would end with it.
      if (wasHeld && !hold && !parts.isDriven()) tellHold();
      if (!resumed) connect(hello.info);
    },
    hear(from, frame) {
      if (from !== connection) return;
      if (frame.type === 'answer') commands.settle(frame);
      else if (frame.type === 'event' || frame.type === 'gap') take(frame, from);
      else if (frame.type === 'hello' || frame.type === 'foreign-hello') from.end(linkRefusals.badFrame);
    },
    leave(from, saidGoodbye) {
      if (from !== connection) return;
      connection = undefined;
      stopAckTimer?.();
      stopAckTimer = undefined;
      if (saidGoodbye) endSession('link closed');
      else stopGrace = time.after(LINK_GRACE_MS, () => endSession('link lost'));
    },
    end(refusal) {
      const last = connection;
      connection = undefined;
      last?.end(refusal);
      endSession('link ended');
    },
    hold(next) {
      hold = next;
      wasHeld ||= next !== undefined;
      // What was owed is settled: it rests, or somebody drives it now.
      if (!next) owesRest = false;
      tellHold();
    },
    call: (name, input) => askFor(name, { type: 'call', name, input }, endsMotion(name, input)),
    setClock: (measured) => askFor('hstp.info', { type: 'setClock', measured }, false),
    async install(firmware) {
      await ask({ type: 'install', firmware }, false);
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
