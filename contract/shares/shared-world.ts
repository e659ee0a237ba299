/** The real cloud with its virtual devices under a clock that tests advance, owners, guests and the streams of both. */
import { type Cloud, type CloudConfig, defaultConfig, type Log } from '@tactus/cloud';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished } from 'vitest';
import { createCloud, untilDiskRests } from '../cloud/store-of-tests.ts';

export const KEY = 'DemoHandy1';
export const OH = 'DemoOh0001';

type InjectOptions = Exclude<Parameters<Cloud['inject']>[0], string>;

export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any JSON
  readonly json: any;
  readonly text: string;
}

export type Headers = Readonly<Record<string, string>>;

/** An open event stream, and its events so far. */
export interface OpenStream {
  readonly text: () => string;
  readonly isOver: () => boolean;
  /** The data of the events of that name, oldest first. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any JSON
  readonly events: (name: string) => any[];
  readonly cut: () => void;
}

export type World = Awaited<ReturnType<typeof sharedWorld>>;
export type Guest = Awaited<ReturnType<World['enter']>>;

/** Builds the world; it ends with the test, or when the caller's `atEnd` decides. */
export async function sharedWorld(
  changes: Partial<CloudConfig> = {},
  atEnd: (close: () => Promise<void>) => void = onTestFinished,
  log?: Log,
) {
  const time = createFakeTime();
  const config = defaultConfig({ dataDir: ':memory:', rateLimitPerMinute: 0, ...changes });
  const cloud = await createCloud({ config, time, random: createRandom(1), ...(log && { log }) });
  const answers: string[] = [];
  atEnd(() => cloud.close());

  /** Waits for an answer that may take a moment of the devices' own clock, which stands still while the disk is written. */
  async function settled<R>(answer: Promise<R>): Promise<R> {
    let isSettled = false;
    const end = () => {
      isSettled = true;
    };
    answer.then(end, end);
    await time.settle();
    for (let turn = 0; turn < 3_000 && !isSettled; turn++) {
      await untilDiskRests();
      if (!isSettled) await time.run(5);
    }
    return answer;
  }

  const toRequest = (line: string, headers: Headers, payload?: object): InjectOptions => {
    const [method = '', path = ''] = line.split(' ');
    return {
      method: method as 'GET', // the lines of these tests name real methods
      url: path.startsWith('/api') || path.startsWith('/_') || path === '/metrics' ? path : `/api/handy-rest/v3${path}`,
      headers,
      ...(payload && { payload }),
    };
  };

  /** Starts a request; the clock advances only when a test advances it. */
  async function begin(line: string, headers: Headers, payload?: object): Promise<Answered> {
    const { statusCode, body, headers: answerHeaders } = await cloud.inject(toRequest(line, headers, payload));
    answers.push(`${line} ${JSON.stringify(answerHeaders)} ${body}`);
    return { status: statusCode, text: body, json: body.startsWith('{') ? JSON.parse(body) : undefined };
  }

  const as = (headers: Headers) => (line: string, payload?: object) => settled(begin(line, headers, payload));

  async function listen(line: string, headers: Headers): Promise<OpenStream> {
    const cut = new AbortController();
    const opened = await settled(
      Promise.resolve(cloud.inject({ ...toRequest(line, headers), payloadAsStream: true, signal: cut.signal })),
    );
    expect(opened.statusCode).toBe(200);
    let text = '';
    let over = false;
    const stream = opened.stream();
    const end = () => {
      over = true;
    };
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      text += chunk;
    });
    stream.on('end', end);
    stream.on('close', end);
    stream.on('error', end);
    onTestFinished(() => cut.abort());
    return {
      text: () => text,
      isOver: () => over,
      cut: () => cut.abort(),
      events: (name) =>
        text
          .split('\n\n')
          .filter((frame) => frame.startsWith(`event: ${name}\n`))
          .map((frame) => JSON.parse(frame.slice(frame.indexOf('data: ') + 6))),
    };
  }

  /** Opens a stream for a moment: its status, and its first bytes. */
  async function open(line: string, headers: Headers): Promise<{ readonly status: number; readonly text: string }> {
    const cut = new AbortController();
    const opened = await settled(
      Promise.resolve(cloud.inject({ ...toRequest(line, headers), payloadAsStream: true, signal: cut.signal })),
    );
    const stream = opened.stream();
    let text = '';
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      text += chunk;
    });
    stream.on('error', () => undefined);
    await time.settle();
    cut.abort();
    return { status: opened.statusCode, text };
  }

  const owner: Headers = { 'x-api-key': 'any-id', 'x-connection-key': KEY };
  const ask = as(owner);

  async function share(terms: object = {}, of: Headers = owner) {
    const { status, json } = await as(of)('POST /api/tactus/shares', terms);
    expect(status).toBe(201);
    return json as { id: string; secret: string; path: string; expires_at: number };
  }

  async function enter(link: { id: string; secret: string }, name = 'Guest') {
    const entered = await as({})(`POST /api/tactus/shares/${link.id}/sessions`, { secret: link.secret, name });
    expect(entered.status).toBe(201);
    const { json } = entered;
    const bearer: Headers = { authorization: `Bearer ${json.session}` };
    const driving: Headers = { ...bearer, 'x-connection-key': json.alias };
    const call = as(driving);
    const home = as(bearer);
    let holds = false;
    return {
      ...{ json, bearer, driving, call, home },
      id: json.id as string,
      begin: (line: string, payload?: object) => begin(line, driving, payload),
      listen: () => listen('GET /sse', driving),
      follow: () => listen('GET /api/tactus/shares/session/events', bearer),
      take: () => home('POST /api/tactus/shares/control'),
      renew: () => home('PUT /api/tactus/shares/control'),
      letGo: () => home('DELETE /api/tactus/shares/control'),
      /** Holds from now on, and renews as the worker of a page does, until it is cut. */
      async hold() {
        const taken = await home('POST /api/tactus/shares/control');
        expect(taken.status).toBe(201);
        holds = true;
        time.every(150, () => {
          if (holds) void begin('PUT /api/tactus/shares/control', bearer);
        });
      },
      cut() {
        holds = false;
      },
    };
  }

  return {
    /** Every answer so far, without streams. */
    answers,
    ...{ time, cloud, config, ask, as, begin, settled, listen, open, share, enter, owner },
    follow: (of: Headers = owner) => listen('GET /api/tactus/shares/events', of),
    speed: async () => (await ask('GET /slider/state')).json.result.speed_absolute as number,
    position: async () => (await ask('GET /slider/state')).json.result.position_absolute as number,
    plays: async () => (await ask('GET /hamp/state')).json.result.play_state === 1,
    velocity: async () => (await ask('GET /hamp/state')).json.result.velocity as number,
  };
}
