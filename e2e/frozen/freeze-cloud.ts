import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { startTactus } from '../harness/tactus.ts';
import { happens, until } from '../harness/until.ts';

const CSV = '0,10\n500,80\n1000,20\n1800,90\n2600,10\n';
const FUNSCRIPT = JSON.stringify({
  actions: [0, 400, 900, 1500].map((at, index) => ({ at, pos: index % 2 ? 85 : 15 })),
});
/** The longest possible lifetimes; the clock of the test is set to the day of the fixture too. */
const TTL_S = 24 * 60 * 60;

/**
 * Uses everything that a cloud stores, copies its data folder to `folder`, and returns the credentials that people of that
 * cloud have: keys, secrets, tokens, links. `deviceProgram` is the device that links once. `SITE` stands for the origin of the cloud.
 */
export async function freezeCloud(dataDir: string, deviceProgram: string, folder: string): Promise<object> {
  const tactus = await startTactus(undefined, { dataDir, applicationKeys: ['issuer-of-the-fixture'] });
  const hide = (text: string) => text.replaceAll(tactus.url, 'SITE');

  async function call<T>(line: string, headers: Readonly<Record<string, string>> = {}, body?: unknown): Promise<T> {
    const [method = '', path = ''] = line.split(' ');
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(tactus.url + path, {
      method,
      headers: { ...headers, ...json },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${line}: HTTP ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T; // each caller names the type of the answer
  }

  async function upload(name: string, text: string): Promise<{ url: string; text: string }> {
    const form = new FormData();
    form.append('file', new Blob([text]), name);
    const answer = await fetch(`${tactus.url}/api/script/v0/temp/upload`, { method: 'POST', body: form });
    const { url } = (await answer.json()) as { url: string }; // as the script host answers
    return { url: hide(url), text: await (await fetch(url)).text() };
  }

  const workshop = { model: 'handy-2', connectionKey: 'Workshop42', firmware: '4.0.15' };
  await call('POST /_control/devices', {}, workshop);
  const taken = await call<{ connectionKey: string }>('POST /api/tactus/virtual-devices', {}, { model: 'oh' });
  const enrolled = await call<{ connectionKey: string; secret: string }>(
    'POST /api/tactus/device-keys',
    {},
    { label: 'Study' },
  );
  await linkOnce(
    deviceProgram,
    ['--url', tactus.url, '--key', enrolled.connectionKey, '--secret', enrolled.secret],
    () => call('GET /api/handy-rest/v3/hamp/state', owner(enrolled.connectionKey)),
  );
  const scripts = [await upload('waves.csv', CSV), await upload('short.funscript', FUNSCRIPT)];
  const issuer = { 'x-api-key': 'issuer-of-the-fixture' };
  const issue = async (query: string) =>
    (
      await call<{ result: { token: string; renew: string } }>(
        `GET /api/handy-rest/v3/auth/token/issue?ttl=${TTL_S}${query}`,
        { ...issuer, 'x-connection-key': workshop.connectionKey },
      )
    ).result;
  const token = await issue('');
  const restricted = await issue(`&ck=${workshop.connectionKey}`);
  const updateLink = await call<{ url: string }>(
    `POST /_control/devices/${workshop.connectionKey}/update-link`,
    {},
    { version: '4.1.1', ttlS: TTL_S },
  );
  const share = await call<{ path: string; id: string }>('POST /api/tactus/shares', owner(workshop.connectionKey), {
    ...{ name: 'Evening', allow: ['hamp', 'hsp'], uses: 3, viewers: 2, expiresInMs: TTL_S * 1_000 },
    limits: { speed: 0.4, stroke: { min: 0.1, max: 0.8 }, intensity: 1, sessionMinutes: 30 },
  });
  const madeAtMs = Date.now();
  await tactus.close();
  // The index of the journal is rebuilt when it is opened.
  cpSync(dataDir, folder, { recursive: true, filter: (path) => !path.endsWith('-shm') });
  return {
    ...{ madeAtMs, workshop, taken, enrolled: { ...enrolled, label: 'Study' }, scripts },
    tokens: [token, restricted].map((one) => ({ token: one.token, renew: hide(one.renew) })),
    ...{ updateLink: hide(updateLink.url), share: { id: share.id, path: share.path } },
  };
}

const owner = (connectionKey: string) => ({ 'x-api-key': 'tactus', 'x-connection-key': connectionKey });

/** Has a device link with a key, so that the cloud has seen it. */
async function linkOnce(deviceProgram: string, args: readonly string[], call: () => Promise<unknown>): Promise<void> {
  const child = spawn(process.execPath, [deviceProgram, ...args], { stdio: 'ignore' });
  await until('the device is linked', () => happens(call()));
  child.kill('SIGINT');
  await new Promise((resolve) => child.once('close', resolve));
}
