/** Reads an event stream off the wire, frame by frame. */
import { type IncomingMessage, request } from 'node:http';
import { onTestFinished } from 'vitest';
import { API } from './running-cloud.ts';

export interface Frame {
  readonly event: string | undefined;
  readonly id: string | undefined;
  readonly data: unknown;
  /** The comment of a frame that is one. */
  readonly comment: string | undefined;
}

export interface OpenStream {
  readonly response: IncomingMessage;
  /** The next frame; rejects when the stream ends before it. Heartbeats are skipped. */
  next(): Promise<Frame>;
  /** Every frame up to and with the first of that name. */
  until(event: string): Promise<readonly Frame[]>;
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens a stream; it is closed at the end of the test. */
export async function openEvents(
  port: number,
  query: string,
  headers: Readonly<Record<string, string>> = {},
  path = `${API}/sse`,
): Promise<OpenStream> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: `${path}${query}`, headers, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
  const waiting: { resolve: (frame: Frame) => void; reject: (error: Error) => void }[] = [];
  const frames: Frame[] = [];
  let rest = '';
  let isOver = false;

  response.setEncoding('utf8');
  response.on('data', (text: string) => {
    const parts = (rest + text).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const frame = readFrame(part);
      const reader = waiting.shift();
      if (reader) reader.resolve(frame);
      else frames.push(frame);
    }
  });
  const ended = new Promise<void>((resolve) => {
    response.on('error', () => resolve());
    response.on('close', () => {
      isOver = true;
      for (const { reject } of waiting.splice(0)) reject(new Error('The stream ended'));
      resolve();
    });
  });
  const close = () => void response.destroy();
  onTestFinished(close);

  async function nextOfAnyKind(): Promise<Frame> {
    const ready = frames.shift();
    if (ready) return ready;
    if (isOver) throw new Error('The stream ended');
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  }

  async function next(): Promise<Frame> {
    for (;;) {
      const frame = await nextOfAnyKind();
      if (frame.comment === undefined) return frame;
    }
  }

  return {
    response,
    next,
    ended,
    close,
    async until(event) {
      const seen: Frame[] = [];
      for (;;) {
        const frame = await next();
        seen.push(frame);
        if (frame.event === event) return seen;
      }
    },
  };
}

function readFrame(text: string): Frame {
  const field = (name: string) => new RegExp(`^${name}:[ ]?(.*)$`, 'm').exec(text)?.[1];
  const data = field('data');
  return {
    event: field('event'),
    id: field('id'),
    data: data === undefined ? undefined : JSON.parse(data),
    comment: text.startsWith(':') ? text.slice(1).trim() : undefined,
  };
}
