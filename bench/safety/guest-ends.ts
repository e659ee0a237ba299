/** The time until a guest has lost control of a real cloud's device: after it is cut off, and after its share is revoked. */
import { systemTime } from '@tactus/time';
import { createMeasuredCloud } from '../load/measured-cloud.ts';
import { median } from '../measure/median.ts';
import { type Row, toRow } from '../measure/row.ts';

const REVOCATIONS = 20;
const EXPIRIES = 15;
const RENEW_EVERY_MS = 150;
const RENEWALS = 8;
const LOOK_EVERY_MS = 4;

const API = '/api/handy-rest/v3';
const SHARES = '/api/tactus/shares';
const OWNER = { 'x-api-key': 'bench', 'x-connection-key': 'DemoHandy1' };

type Headers = Readonly<Record<string, string>>;

/** Sends `METHOD /path` to a cloud. Rejects for another status than the expected one, where there is one. */
type Ask = (line: string, headers: Headers, body?: object, wanted?: number) => Promise<Answer>;
interface Answer<Result = unknown> {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>> & { readonly result: Result };
}

/** A guest who has entered by a link, and that link. */
interface Guest {
  readonly share: string;
  readonly bearer: Headers;
  readonly driving: Headers;
}

export async function* guestRows(): AsyncGenerator<Row> {
  const cloud = await createMeasuredCloud();
  try {
    const { url } = await cloud.listen();
    const revokedMs: number[] = [];
    while (revokedMs.length < REVOCATIONS) revokedMs.push(await revoke(url));
    yield medianRow(
      'a share is revoked until both streams of its guest are over and its calls are refused',
      revokedMs,
      1_000,
    );

    yield await expiryRow(url);
  } finally {
    await cloud.close();
  }
}

/** The time from a guest's last sign of life to the end of its motion; `when` describes the other load. */
export async function expiryRow(url: string, when?: string): Promise<Row> {
  const guest = await enter(asker(url));
  const expiredMs: number[] = [];
  for (let tries = 0; expiredMs.length < EXPIRIES && tries < 2 * EXPIRIES; tries += 1) {
    const tookMs = await expireHold(asker(url), guest);
    if (tookMs !== undefined) expiredMs.push(tookMs);
  }
  const what = 'the last sign of a guest until its HAMP is over and the slider rests';
  return medianRow(when === undefined ? what : `${what}, ${when}`, expiredMs, 600);
}

function medianRow(what: string, figures: readonly number[], atMost: number): Row {
  const row = `${what}, over HTTP, median of ${figures.length} (worst ${Math.max(...figures).toFixed(0)} ms)`;
  return toRow({ row, value: median(figures), unit: 'ms', bounds: { atMost } });
}

async function revoke(url: string): Promise<number> {
  const ask = asker(url);
  const { share, bearer, driving } = await enter(ask);
  const streams = [await follow(`${url}${API}/sse`, driving), await follow(`${url}${SHARES}/session/events`, bearer)];
  const fromMs = systemTime.monotonic();
  const answered = ask(`DELETE ${SHARES}/${share}`, OWNER, undefined, 204);
  await Promise.all([answered, refused(ask, driving), ...streams.map(({ ended }) => ended)]);
  return systemTime.monotonic() - fromMs;
}

async function refused(ask: Ask, driving: Headers): Promise<void> {
  while ((await ask(`GET ${API}/info`, driving)).status !== 401) await systemTime.sleep(LOOK_EVERY_MS);
}

/**
 * Takes control, starts to move, renews the hold for a while and becomes silent. Resolves with the time from its last sign of
 * life until all is still; undefined where the machine was so busy that the hold expired before.
 */
async function expireHold(ask: Ask, { bearer, driving }: Guest): Promise<number | undefined> {
  await ask(`POST ${SHARES}/control`, bearer, undefined, 201);
  await ask(`PUT ${API}/hamp/start`, driving, {}, 200);
  await ask(`PUT ${API}/hamp/velocity`, driving, { velocity: 0.5 }, 200);
  let [signMs, isHeld] = [systemTime.monotonic(), true];
  for (let renewals = 0; isHeld && renewals < RENEWALS; renewals += 1) {
    await systemTime.sleep(RENEW_EVERY_MS);
    signMs = systemTime.monotonic();
    isHeld = (await ask(`PUT ${SHARES}/control`, bearer, {})).status === 200;
  }
  while (!(await rests(ask))) await systemTime.sleep(LOOK_EVERY_MS);
  return isHeld ? systemTime.monotonic() - signMs : undefined;
}

/** A slider that turns is still for a moment: it is at rest when nothing plays and it has no speed. */
async function rests(ask: Ask): Promise<boolean> {
  const states = ['hamp', 'slider'].map((group) => ask(`GET ${API}/${group}/state`, OWNER, undefined, 200));
  const [hamp, slider] = (await Promise.all(states)) as [
    Answer<{ play_state: number }>,
    Answer<{ speed_absolute: number }>,
  ]; // the documented fields
  return hamp.json.result.play_state === 0 && slider.json.result.speed_absolute === 0;
}

async function enter(ask: Ask): Promise<Guest> {
  const { json: made } = await ask(`POST ${SHARES}`, OWNER, {}, 201);
  const entering = { secret: made['secret'], name: 'Bench' };
  const { json: session } = await ask(`POST ${SHARES}/${made['id']}/sessions`, {}, entering, 201);
  const bearer = { authorization: `Bearer ${session['session']}` };
  return { share: String(made['id']), bearer, driving: { ...bearer, 'x-connection-key': String(session['alias']) } };
}

const asker =
  (url: string): Ask =>
  async (line, headers, body, wanted) => {
    const [method = '', path = ''] = line.split(' ');
    const answer = await fetch(url + path, {
      ...{ method, headers: { ...headers, ...(body && { 'content-type': 'application/json' }) } },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (wanted !== undefined && answer.status !== wanted) throw new Error(`${line}: ${answer.status} ${text}`);
    return { status: answer.status, json: text === '' ? {} : JSON.parse(text) };
  };

/** Opens a stream and waits for its first bytes; `ended` resolves when it is over. */
async function follow(url: string, headers: Headers): Promise<{ readonly ended: Promise<void> }> {
  const answer = await fetch(url, { headers });
  const reader = answer.body?.getReader();
  if (answer.status !== 200 || !reader) throw new Error(`${url} was answered ${answer.status}`);
  await reader.read();
  const drain = async () => {
    for (let chunk = await reader.read(); !chunk.done; ) chunk = await reader.read();
  };
  return { ended: drain() };
}
