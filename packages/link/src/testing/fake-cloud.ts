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
  say(frame: CloudFrame): void;
  /** Sends data from the cloud that is no frame. */
  sayRaw(data: unknown): void;
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
    const tell = (type: string, data?: unknown) => {
      for (const listener of listeners[type] ?? []) listener({ data });
    };
    const sent: DeviceFrame[] = [];
    let closedWith: number | 'no code' | undefined;
    const say = (frame: CloudFrame) => tell('message', encodeLinkFrame(frame));
    const connection: FakeConnection = {
      sent,
      say,
      open: () => tell('open'),
      sayRaw: (data) => tell('message', data),
      cut: () => tell('close'),
      closedWith: () => closedWith,
      hello() {
        const [first] = sent;
        if (first?.type !== 'hello') throw new Error('The first frame is no hello');
        return first;
      },
      welcome(changes = {}) {
        tell('open');
        say({ type: 'welcome', session: 's1', resumed: false, received: 0, waiting: [], ...changes });
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
