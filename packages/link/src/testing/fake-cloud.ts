import {
  type CloudFrame,
  type DeviceFrame,
  decodeLinkFrame,
  encodeLinkFrame,
  type LinkHello,
  type LinkWelcome,
} from '@tactus/protocol';
import type { WebSocketLike } from '../web-socket-like.ts';

/** The far end of one connection, which a test controls. */
export interface FakeConnection {
  readonly sent: DeviceFrame[];
  /** Opens the connection. */
  open(): void;
  /** Sends a frame from the cloud. */
  send(frame: CloudFrame): void;
  /** Sends data from the cloud that is no frame. */
  sendRaw(data: unknown): void;
  /** Answers the hello. */
  welcome(changes?: Partial<LinkWelcome>): void;
  /** Breaks the connection. */
  cut(): void;
  /** The close code that the device sent; undefined: it did not close the connection. */
  closedWith(): number | 'no code' | undefined;
  hello(): LinkHello;
}

/** Every connection that a device made, in order. */
export function createFakeCloud() {
  const connections: FakeConnection[] = [];

  function connect(): WebSocketLike {
    const listeners: Record<string, ((event: { data: unknown }) => void)[]> = {};
    const dispatch = (type: string, data?: unknown) => {
      for (const listener of listeners[type] ?? []) listener({ data });
    };
    const sent: DeviceFrame[] = [];
    let closedWith: number | 'no code' | undefined;
    const send = (frame: CloudFrame) => dispatch('message', encodeLinkFrame(frame));
    const connection: FakeConnection = {
      sent,
      send,
      open: () => dispatch('open'),
      sendRaw: (data) => dispatch('message', data),
      cut: () => dispatch('close'),
      closedWith: () => closedWith,
      hello() {
        const [first] = sent;
        if (first?.type !== 'hello') throw new Error('The first frame is no hello');
        return first;
      },
      welcome(changes = {}) {
        dispatch('open');
        send({ type: 'welcome', session: 's1', resumed: false, received: 0, waiting: [], ...changes });
      },
    };
    connections.push(connection);
    return {
      addEventListener(type: string, listener: (event: { data: unknown }) => void) {
        listeners[type] = [...(listeners[type] ?? []), listener];
      },
      send(text) {
        const frame = decodeLinkFrame(text);
        if (!frame) throw new Error(`No frame: ${text}`);
        sent.push(frame as DeviceFrame); // a device sends no other frames
      },
      close(code) {
        closedWith = code ?? 'no code';
      },
    };
  }

  return {
    connect,
    connections,
    /** The newest connection. */
    now(): FakeConnection {
      const newest = connections.at(-1);
      if (!newest) throw new Error('There is no connection');
      return newest;
    },
  };
}
