/** Preparations of some calls. */
import type { Box } from '../../driven-cloud/driven-cloud.ts';

/** A script of ten minutes, in the form of our player. */
const SCRIPT = '#a comment\n0,10\n300000,90\n600000,10\n';

/** The cloud's clock. */
export const now = ({ cloud }: Box): number => Math.round(cloud.time.now());

/** Uploads a script as a browser does, and resolves with its URL. */
export async function upload({ cloud }: Box, text: string = SCRIPT, name = 'script.csv'): Promise<string> {
  const boundary = 'between-the-parts';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const answer = await cloud.ask('POST /api/script/v0/temp/upload', {
    asOwner: false,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${head}${text}\r\n--${boundary}--\r\n`,
  });
  const { url } = (answer.json ?? {}) as { url?: string }; // an upload answers {url} or {error}
  if (answer.status !== 200 || url === undefined) throw new Error(`The upload failed: ${answer.text}`);
  return url;
}

/** Input for `/hssp/setup`. */
export const uploadedScript = async (box: Box) => ({ url: await upload(box) });

/** A stream with its owner's secret. */
export interface OwnStream {
  readonly ref: string;
  append(points: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

/** Makes a stream under `/api/tactus` (docs/streams-and-channels.md). */
export async function makeStream({ cloud }: Box, points: readonly object[] = []): Promise<OwnStream> {
  const { json } = await cloud.send('POST /api/tactus/streams', { points });
  const { stream_ref: ref, secret } = json as { stream_ref: string; secret: string }; // its documented answer
  async function send(line: string, body?: unknown): Promise<void> {
    const { status, text } = await cloud.send(line, body, { authorization: `Bearer ${secret}` });
    if (status >= 300) throw new Error(`${line} failed: ${text}`);
  }
  return {
    ref,
    append: (more) => send(`POST /api/tactus/streams/${ref}/points`, { points: more }),
    close: () => send(`POST /api/tactus/streams/${ref}/close`),
  };
}

/** Input for `/stream/setup`: a stream that is still open. */
export async function openStream(box: Box) {
  const points = [
    { t: 0, x: 10 },
    { t: 300_000, x: 90 },
    { t: 600_000, x: 10 },
  ];
  return { stream_ref: (await makeStream(box, points)).ref };
}

/** The query of an address in an answer of the cloud. */
const queryOf = (url: string): Record<string, string> => Object.fromEntries(new URL(url).searchParams);

/** The query of a link that updates this one device to a version. */
export async function updateLink({ cloud, key }: Box, version = '4.1.0'): Promise<Record<string, string>> {
  const { json } = await cloud.send(`POST /_control/devices/${key}/update-link`, { version });
  return queryOf((json as { url: string }).url); // its documented answer (docs/control.md)
}

/** The query of the link that renews a token. */
export async function renewal(box: Box): Promise<Record<string, string>> {
  const { json } = await box.call('auth.issueToken', { ttl: '600' });
  return queryOf((json as { result: { renew: string } }).result.renew); // the cloud answers with an IssuedToken
}

/** As many points, one every `stepMs`, up and down. */
export const wave = (count: number, stepMs: number, fromIndex = 0) =>
  Array.from({ length: count }, (_, index) => ({
    t: (fromIndex + index) * stepMs,
    x: (fromIndex + index) % 2 ? 70 : 30,
  }));

/** The points as a CSV script. */
export const csvOf = (points: readonly { readonly t: number; readonly x: number }[]): string =>
  points.map(({ t, x }) => `${t},${x}\n`).join('');
