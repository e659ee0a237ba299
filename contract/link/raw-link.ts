/** A device link written by hand, frame by frame, without our client. */
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { type DeviceKey, linkUrl } from './linked-device.ts';

export type Frame = Readonly<Record<string, unknown>>;

export interface RawLink {
  send(frame: unknown): void;
  sendRaw(data: string | Buffer): void;
  /** The next frame of one of the types; others are skipped. Rejects when the link closes before it. */
  next(...types: string[]): Promise<Frame>;
  /** The code of its close. */
  readonly closed: Promise<number>;
  close(code?: number): void;
}

/** Opens a connection; rejects with the status of an HTTP refusal. It is closed at the end of the test. */
export async function openRaw(port: number, headers: Readonly<Record<string, string>> = {}): Promise<RawLink> {
  const socket = new WebSocket(linkUrl(port), { headers: { ...headers } });
  const frames: Frame[] = [];
  const waiting: { types: string[]; resolve: (frame: Frame) => void; reject: (error: Error) => void }[] = [];
  let code: number | undefined;

  function hand(): void {
    const [reader] = waiting;
    const index = frames.findIndex((frame) => reader?.types.includes(String(frame['type'])));
    if (reader && index >= 0) {
      const [frame = {}] = frames.splice(0, index + 1).slice(-1);
      waiting.shift();
      reader.resolve(frame);
    } else if (reader && code !== undefined) {
      waiting.shift();
      reader.reject(new Error(`The link closed with ${code}`));
    }
  }

  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)) as Frame);
    hand();
  });
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => {
    socket.on('close', (found) => {
      code = found;
      hand();
      resolve(found);
    });
  });
  onTestFinished(() => socket.terminate());
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_request, response) => {
      response.resume();
      reject(new Error(`HTTP ${response.statusCode}`));
    });
    socket.once('error', reject);
  });
  return {
    closed,
    send: (frame) => socket.send(JSON.stringify(frame)),
    sendRaw: (data) => socket.send(data),
    close: (found) => socket.close(found),
    next: (...types) =>
      new Promise((resolve, reject) => {
        waiting.push({ types, resolve, reject });
        hand();
      }),
  };
}

export const FACTS = { fw_status: 0, fw_version: '4.1.1', session_id: '01J00000000000000000000001' };

/** The hello of a connected device. */
export const helloOf = (key: DeviceKey, changes: Frame = {}): Frame => ({
  type: 'hello',
  version: 1,
  ...key,
  info: FACTS,
  position: 0,
  seen: 0,
  ...changes,
});
