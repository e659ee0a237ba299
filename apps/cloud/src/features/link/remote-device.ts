import { randomBytes } from 'node:crypto';
import { actionOnConnect } from '@tactus/motion';
import {
  type CloudFrame,
  type DeviceBackend,
  type DeviceCallName,
  type DeviceEvent,
  type DeviceInfo,
  DeviceMode,
  DeviceRefusal,
  encodeLinkFrame,
  errorKinds,
  isStopCall,
  LINK_GRACE_MS,
  LINK_UNACKNOWLEDGED_EVENTS_MAX,
  type LinkEventFrame,
  type LinkFrame,
  type LinkHello,
  type LinkHold,
  type LinkRefusal,
  linkRefusals,
  readResult,
} from '@tactus/protocol';
import { createListeners, type Time, type Undo } from '@tactus/time';
import { createPendingCommands, type DeviceCommand } from './pending-commands.ts';

/** One connection of a device. */
export interface LinkConnection {
  /** Sends an encoded frame; does nothing once the connection is over. */
  send(text: string): void;
  /** Sends the refusal to the device, and ends the connection. */
  end(refusal: LinkRefusal): void;
}

/** A device outside this process, with or without a connection at the moment. */
export interface RemoteDevice extends DeviceBackend {
  /** Continues with a connection whose hello was accepted; an older connection is ended. */
  welcome(connection: LinkConnection, hello: LinkHello): void;
  /** Handles a frame of a connection. */
  receive(connection: LinkConnection, frame: LinkFrame): void;
  /** A connection is over: for good after a goodbye, else the device has a moment to come back. */
  leave(connection: LinkConnection, closedNormally: boolean): void;
  /** Whether the device has a connection, or may reconnect within the grace period. */
  isHere(): boolean;
  /** Ends its connection and its session. */
  end(refusal: LinkRefusal): void;
  hold(hold: LinkHold | undefined): void;
}

/** The parts of a cloud that such a device needs beside its link. */
export interface RemoteDeviceParts {
  readonly connectionKey: string;
  readonly time: Time;
  /** Whether it was driven under a hold or lease and is not known to be at rest since. */
  readonly isDriven: () => boolean;
  /** The device is stopped before any other command; `confirmed` resolves with whether it confirms the stop. */
  readonly onRestFirst: (confirmed: Promise<boolean>) => void;
}

const ACK_WITHIN_MS = 50;
const ACK_EVERY = LINK_UNACKNOWLEDGED_EVENTS_MAX / 4;
const SESSION_BYTES = 12;
/** Idle is the one mode in which every device rests, whatever its present mode. */
const REST: DeviceCommand = { type: 'call', name: 'info.setMode2', input: { mode: DeviceMode.IDLE } };

/** Returns a device without a connection yet; until `welcome` its calls reject with `DeviceRefusal` 1001. */
export function createRemoteDevice(parts: RemoteDeviceParts): RemoteDevice {
  const { connectionKey, time } = parts;
  const { on: onEvent, emit } = createListeners<[DeviceEvent]>();
  const commands = createPendingCommands(time);
  let connection: LinkConnection | undefined;
  let session: string | undefined;
  let info: DeviceInfo | undefined;
  let received = 0;
  let acknowledged = 0;
  let stopAckTimer: Undo | undefined;
  let stopGrace: Undo = () => undefined;
  /** The hold that was sent to the device last. */
  let hold: LinkHold | undefined;
  /** Whether a hold was sent in this session. */
  let wasHeld = false;
  /** Whether the device was stopped as it connected and has not confirmed the stop. */
  let owesRest = false;

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

  /** Ends this session. */
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

  /** Takes an event by its number: a repeated one is ignored, a missing number is the device's error. */
  function take(happening: LinkEventFrame, from: LinkConnection): void {
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
      } else if (happening.event) handleEvent(happening.event);
    }
    if (received - acknowledged >= ACK_EVERY) acknowledge();
    else stopAckTimer ??= time.after(ACK_WITHIN_MS, acknowledge);
  }

  function handleEvent(event: DeviceEvent): void {
    // The cloud itself sends the status to streams, and a device counts as connected only with its info.
    if (event.name === 'device_status') return;
    if (event.name === 'device_connected') {
      if (!event.data.info) return;
      info = event.data.info;
      // A stop that was sent while the device itself was not connected had no effect.
      if (owesRest) restFirst();
    }
    if (event.name === 'device_disconnected') info = undefined;
    emit(event);
  }

  /** Sends a text; returns whether there was a connection. */
  function send(text: string): boolean {
    connection?.send(text);
    return connection !== undefined;
  }

  function sendCommand(command: DeviceCommand, isUrgent: boolean): Promise<unknown> {
    if (!info) return Promise.reject(new DeviceRefusal(errorKinds.deviceNotConnected));
    return commands.enqueue(command, { isUrgent, send });
  }

  async function callFor<N extends DeviceCallName>(name: N, command: DeviceCommand, isUrgent: boolean) {
    const reading = readResult(name, await sendCommand(command, isUrgent));
    if (!reading.ok) throw new DeviceRefusal(errorKinds.unknownResponse);
    return reading.result;
  }

  function restFirst(): void {
    owesRest = true;
    const answer = commands.enqueue(REST, { isUrgent: true, send });
    const confirmed = answer.then(
      (result) => {
        const reading = readResult('info.setMode2', result);
        return reading.ok && reading.result.mode === DeviceMode.IDLE;
      },
      () => false, // refused, or the link is over
    );
    parts.onRestFirst(confirmed);
  }

  function sendHold(): void {
    sendFrame({ type: 'hold', ...hold });
  }

  /** Whether a device's statement about a session is plausible. */
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
      const order = actionOnConnect({ resumed, namesSession, isDriven: parts.isDriven(), owesRest });
      if (!resumed) {
        endSession('new link');
        received = hello.position;
      }
      session ??= randomBytes(SESSION_BYTES).toString('base64url');
      acknowledged = received;
      const { waiting, unsent } = commands.resume(hello.seen);
      sendFrame({ type: 'welcome', session, resumed, received, waiting });
      if (hold) sendHold();
      // Numbers must rise: a new stop goes first only where the commands that wait get numbers behind it.
      const needsNewStop = order === 'rest' && unsent[0]?.command !== REST;
      if (needsNewStop) restFirst();
      commands.sendAgain(unsent, { isRenumbered: needsNewStop, send });
      // The frame that ended a hold may be lost: another client's motion would end with that hold.
      if (wasHeld && !hold && !parts.isDriven()) sendHold();
      if (!resumed) connect(hello.info);
    },
    receive(from, frame) {
      if (from !== connection) return;
      if (frame.type === 'answer') commands.settle(frame);
      else if (frame.type === 'event' || frame.type === 'gap') take(frame, from);
      else if (frame.type === 'hello' || frame.type === 'foreign-hello') from.end(linkRefusals.badFrame);
    },
    leave(from, closedNormally) {
      if (from !== connection) return;
      connection = undefined;
      stopAckTimer?.();
      stopAckTimer = undefined;
      if (closedNormally) endSession('link closed');
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
      // The stop is no longer owed: the device rests, or a client drives it now.
      if (!next) owesRest = false;
      sendHold();
    },
    call: (name, input) => callFor(name, { type: 'call', name, input }, isStopCall(name, input)),
    setClock: (measured) => callFor('hstp.info', { type: 'setClock', measured }, false),
    async install(firmware) {
      await sendCommand({ type: 'install', firmware }, false);
    },
    onEvent,
  };
}
