/**
 * Unknown clients of four networks. `uploads` sends this many files of up to 20 MB, `store` uploads one script, which `setups` then
 * sets up for this many ms on devices of theirs. Each returns the number of answers with 200.
 */
import { Agent, request } from 'node:http';
import { createRandom, systemTime } from '@tactus/time';
import { obey } from './orders.ts';

const random = createRandom(7);
const port = Number(process.argv[2]);
const NETWORKS = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'] as const;
const UPLOADS_AT_ONCE = 8;
const SETUPS_AT_ONCE = 22;
const MB = 20 * 1024 * 1024;
const POINTS = 1_000_000;
const agents = new Map(NETWORKS.map((network) => [network, new Agent({ keepAlive: true, localAddress: network })]));

const csv = Array.from({ length: POINTS - 1 }, (_, index) => `${index * 100},${(index * 7) % 100}`).join('\n');
/** Each file has a different end, so that none is already stored. */
const FILES: readonly (() => Buffer)[] = [
  () => Buffer.alloc(MB, '['),
  () => Buffer.alloc(MB, '\n'),
  () => Buffer.from(`${csv}\n${POINTS * 100 + random.integer(0, 1_000_000)},5`),
];

let scriptUrl = '';
const keys: string[] = [];

obey({
  uploads: (count) => together(UPLOADS_AT_ONCE, (index) => index < count, upload),
  async store() {
    const { status, text } = await uploadFile(FILES[2]?.() ?? Buffer.alloc(0), NETWORKS[0]);
    if (status !== 200) throw new Error(text);
    scriptUrl = (JSON.parse(text) as { url: string }).url;
    while (keys.length < SETUPS_AT_ONCE) {
      const made = await send('POST', '/_control/devices', networkOf(keys.length), asJson({ model: 'handy' }));
      keys.push((JSON.parse(made.text) as { connectionKey: string }).connectionKey);
    }
  },
  setups(ms) {
    const untilMs = systemTime.monotonic() + ms;
    return together(SETUPS_AT_ONCE, () => systemTime.monotonic() < untilMs, setUp);
  },
});

const networkOf = (index: number) => NETWORKS[index % NETWORKS.length] ?? NETWORKS[0];

async function together(atOnce: number, goesOn: (index: number) => boolean, run: (index: number) => Promise<boolean>) {
  let begun = 0;
  let good = 0;
  const work = async () => {
    while (goesOn(begun)) if (await run(begun++)) good += 1;
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return good;
}

async function upload(index: number): Promise<boolean> {
  const file = FILES[index % FILES.length]?.() ?? Buffer.alloc(0);
  for (;;) {
    const { status } = await uploadFile(file, networkOf(index));
    if (status !== 503) return status === 200;
    await systemTime.sleep(250);
  }
}

function uploadFile(file: Buffer, network: (typeof NETWORKS)[number]) {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="blob"\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--\r\n')]);
  return send('POST', '/api/script/v0/temp/upload', network, {
    body,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
}

async function setUp(index: number): Promise<boolean> {
  const key = keys[index % keys.length] ?? '';
  const { headers, body } = asJson({ url: scriptUrl });
  const owner = { ...headers, 'x-api-key': 'bench', 'x-connection-key': key };
  return (
    (await send('PUT', '/api/handy-rest/v3/hssp/setup', networkOf(index), { headers: owner, body })).status === 200
  );
}

const asJson = (given: object) => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(given)),
});

function send(
  method: string,
  path: string,
  network: (typeof NETWORKS)[number],
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer },
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve) => {
    const options = { port, host: '127.0.0.1', method, path, headers: { ...headers, 'content-length': body.length } };
    const sent = request({ ...options, agent: agents.get(network) }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    // A client that is refused while it still sends may lose its answer.
    sent.on('error', () => resolve({ status: 0, text: '' }));
    sent.end(body);
  });
}
