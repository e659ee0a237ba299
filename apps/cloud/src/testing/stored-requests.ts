import type { Cloud } from '../cloud.ts';

/** An answer of the cloud. */
export interface Answered {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any JSON
  readonly json: any;
}

type Headers = Readonly<Record<string, string>>;

/** Sends `METHOD /path` to a cloud. */
export type Send = (line: string, headers?: Headers, payload?: object | string) => Promise<Answered>;

/** Sends requests to a cloud, past any network. */
export const sendTo =
  (cloud: Cloud): Send =>
  async (line, headers = {}, payload) => {
    const [method = '', url = ''] = line.split(' ');
    const answer = await cloud.inject({
      method: method as 'GET', // the lines of these tests name real methods
      url,
      headers: { host: 'localhost', ...headers },
      ...(payload !== undefined && { payload }),
    });
    const isJson = answer.headers['content-type']?.toString().startsWith('application/json');
    return { status: answer.statusCode, text: answer.body, json: isJson && answer.body ? answer.json() : undefined };
  };

/** A request that is stored before it is answered, and what a client reads of it. */
export interface StoredRequest {
  readonly run: () => Promise<Answered>;
  /** Reads what the request changes. */
  readonly look: () => Promise<Answered>;
}

/** Makes what a request is about, and returns the request. */
export type Prepare = (send: Send) => Promise<StoredRequest>;

export const OWNER = { 'x-api-key': 'any-id', 'x-connection-key': 'DemoHandy1' };
export const TACTUS = '/api/tactus';
export const bearer = (secret: string): Headers => ({ authorization: `Bearer ${secret}` });

export async function made(answer: Promise<Answered>): Promise<Answered['json']> {
  const { status, text, json } = await answer;
  if (status >= 300) throw new Error(`HTTP ${status}: ${text}`);
  return json;
}

export async function lend(send: Send, terms = {}) {
  const link = await made(send(`POST ${TACTUS}/shares`, OWNER, { viewers: 16, ...terms }));
  const path = `${TACTUS}/shares/${link.id}`;
  const look = () => send(`GET ${TACTUS}/shares`, OWNER);
  const enter = (name = 'Guest') => send(`POST ${path}/sessions`, {}, { secret: link.secret, name });
  return { path, look, enter };
}

export async function lendTo(send: Send) {
  // Earlier shares of the device are over: the first guest has control.
  const { shares } = await made(send(`GET ${TACTUS}/shares`, OWNER));
  for (const { id } of shares) await made(send(`DELETE ${TACTUS}/shares/${id}`, OWNER));
  const link = await lend(send);
  const [guest, other] = [await made(link.enter('Ann')), await made(link.enter('Ben'))];
  const control = (body: object) => send(`PUT ${TACTUS}/shares/control`, OWNER, body);
  return { ...link, guest, other, control };
}

export async function gather(send: Send) {
  const group = await made(send(`POST ${TACTUS}/groups`, {}, { name: 'Evening', host: 'Ann' }));
  const host = bearer(group.session);
  const look = () => send(`GET ${TACTUS}/groups/session`, host);
  const enter = () =>
    send(`POST ${TACTUS}/groups/${group.group.id}/sessions`, {}, { secret: group.secret, name: 'Ben' });
  const script = () => send(`PUT ${TACTUS}/groups/script`, host, { name: 'Waves', t: [0, 60_000], x: [0, 100] });
  const play = (body: object) => send(`PUT ${TACTUS}/groups/timeline`, host, body);
  return { host, look, enter, script, play };
}

export async function channel(send: Send) {
  const body = { connectionKeys: ['First00001', 'Second0001'] };
  const { channel: reference, secret } = await made(send(`POST ${TACTUS}/channels`, {}, body));
  const path = `${TACTUS}/channels/${reference}`;
  return { path, secret, look: () => send(`GET ${path}`, bearer(secret)) };
}

export async function stream(send: Send) {
  const body = { points: [{ t: 0, x: 0 }] };
  const { stream_ref, secret } = await made(send(`POST ${TACTUS}/streams`, {}, body));
  const path = `${TACTUS}/streams/${stream_ref}`;
  return { path, secret, look: () => send(`GET ${path}`, bearer(secret)) };
}

const NOTHING: Answered = { status: 200, text: '', json: undefined };
export const nothing = async () => NOTHING;

const BOUNDARY = 'boundary-of-the-test';

export function upload(send: Send, text: string): Promise<Answered> {
  const part = `content-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv`;
  const body = `--${BOUNDARY}\r\n${part}\r\n\r\n${text}\r\n--${BOUNDARY}--\r\n`;
  return send('POST /api/script/v0/temp/upload', { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }, body);
}

/** A script that is stored in files. */
export function largeScript(seed: number): string {
  return Array.from({ length: 12_000 }, (_, at) => `${at * 100},${(at * seed) % 100}\n`).join('');
}

export const issue = (send: Send) =>
  send('GET /api/handy-rest/v3/auth/token/issue?ttl=600', { 'x-api-key': 'any-id', 'x-connection-key': 'DemoHandy1' });
