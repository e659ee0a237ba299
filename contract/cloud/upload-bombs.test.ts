/** Malicious uploads: each is refused with the reason, nothing of it stays, and the next upload is accepted. */
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { startCloud } from './running-cloud.ts';

const MIB = 1024 * 1024;
const BOUNDARY = 'bomb';
const PATH = '/api/script/v0/temp/upload';
const SCRIPT = '{"actions":[{"at":0,"pos":0},{"at":500,"pos":100}]}';
const FILE = `Content-Disposition: form-data; name="file"; filename="a.funscript"\r\nContent-Type: application/json`;

const part = (head: string, body: string) => `--${BOUNDARY}\r\n${head}\r\n\r\n${body}\r\n`;
const END = `--${BOUNDARY}--\r\n`;

interface Upload {
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, piece by piece. */
  readonly body: Iterable<string | Buffer>;
}

interface UploadAnswer {
  readonly status: number;
  readonly text: string;
}

/** Errors of a client whose connection is closed while it still sends: the answer may be lost with the connection. */
const CUT_OFF: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET']);

/** Sends until the cloud answers; undefined when the connection was closed before the answer could be read. */
function upload(port: number, { type, headers = {}, body }: Upload): Promise<UploadAnswer | undefined> {
  return new Promise((resolve, reject) => {
    const contentType = type ?? `multipart/form-data; boundary=${BOUNDARY}`;
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: PATH,
        headers: { 'content-type': contentType, ...headers },
        agent: false,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => {
          text += piece;
        });
        response.on('error', reject);
        response.on('end', () => {
          answered = true;
          sent.destroy();
          resolve({ status: response.statusCode ?? 0, text });
        });
      },
    );
    let answered = false;
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (answered) return;
      if (CUT_OFF.has(error.code ?? '')) resolve(undefined);
      else reject(error);
    });
    const pieces = body[Symbol.iterator]();
    const write = (): void => {
      for (let next = pieces.next(); !next.done && !answered; next = pieces.next()) {
        if (!sent.write(next.value)) return void sent.once('drain', write);
      }
      sent.end();
    };
    write();
  });
}

function* times(count: number, piece: string | Buffer): Generator<string | Buffer> {
  for (let sent = 0; sent < count; sent += 1) yield piece;
}

const BLOCK = Buffer.alloc(MIB, 'x');

const BOMBS: Readonly<Record<string, Upload>> = {
  'a file of 60 MiB with a content length': {
    headers: { 'content-length': String(60 * MIB) },
    body: times(60, BLOCK),
  },
  'a file of 60 MiB without a content length': {
    body: [`--${BOUNDARY}\r\n${FILE}\r\n\r\n`, ...times(60, BLOCK), `\r\n${END}`],
  },
  'a form of 50 000 fields': {
    body: [...times(50_000, part('Content-Disposition: form-data; name="a"', 'b')), END],
  },
  'a form of 50 000 files': { body: [...times(50_000, part(FILE, SCRIPT)), END] },
  'a part with 100 000 headers': {
    body: [`--${BOUNDARY}\r\n`, ...times(100_000, 'X-More: 1\r\n'), `${FILE}\r\n\r\n${SCRIPT}\r\n`, END],
  },
  'a part whose header never ends': { body: [`--${BOUNDARY}\r\nX-More: `, ...times(30, BLOCK)] },
  'forms within forms, a thousand deep': {
    body: [
      ...times(1_000, `--${BOUNDARY}\r\nContent-Type: multipart/mixed; boundary=${BOUNDARY}\r\n\r\n`),
      part(FILE, SCRIPT),
      ...times(1_000, END),
    ],
  },
  'a boundary that never comes': { body: ['preamble', ...times(10, BLOCK)] },
  'a boundary of 10 000 letters': {
    type: `multipart/form-data; boundary=${'b'.repeat(10_000)}`,
    body: [SCRIPT],
  },
  'a script nested 200 000 deep': {
    body: [`--${BOUNDARY}\r\n${FILE}\r\n\r\n`, '{"actions":'.repeat(200_000), '1', '}'.repeat(200_000), `\r\n${END}`],
  },
  'a script whose actions are nested 500 000 deep': {
    body: [`--${BOUNDARY}\r\n${FILE}\r\n\r\n{"actions":`, '['.repeat(500_000), ']'.repeat(500_000), `}\r\n${END}`],
  },
  'a body that is no form': { type: 'application/json', body: [SCRIPT] },
};

test.each(Object.entries(BOMBS))('%s is refused, and the next upload is accepted', async (_name, bomb) => {
  const { port } = await startCloud();
  const answer = await upload(port, bomb);
  if (answer) {
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
    expect(answer.status, answer.text).toBeLessThan(500);
    expect(JSON.parse(answer.text)).toEqual({ error: expect.any(String) });
  }
  expect(await upload(port, { body: [part(FILE, SCRIPT), END] })).toMatchObject({ status: 200 });
});
