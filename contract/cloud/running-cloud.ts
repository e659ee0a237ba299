/** A real cloud on a free port, and raw requests: no header is added or read on the way. */
import { request } from 'node:http';
import { type Cloud, type CloudConfig, defaultConfig } from '@tactus/cloud';
import { createRandom, systemTime, type Time } from '@tactus/time';
import { onTestFinished } from 'vitest';
import { createCloud } from './store-of-tests.ts';

export interface RunningCloud {
  readonly cloud: Cloud;
  readonly url: string;
  readonly port: number;
  /** Sends `METHOD /path`; a path of no other API belongs to the device API. */
  readonly ask: (line: string, options?: RequestOptions) => Promise<Answer>;
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Sends the credential and connection key of these tests; true when left out. */
  readonly asOwner?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly json: unknown;
}

export const API = '/api/handy-rest/v3';
const OWNER = { 'x-api-key': 'any-id', 'x-connection-key': 'DemoHandy1' };

const OTHER_APIS = /^\/(api|_control|healthz|livez|readyz|metrics|config\.json|handy_tips\.json|app)(\/|$|\?)/;

/** Starts a cloud for this test; it is closed at the end of the test, or when the caller's `atEnd` decides. */
export async function startCloud(
  changes: Partial<CloudConfig> = {},
  time: Time = systemTime,
  atEnd: (close: () => Promise<void>) => void = onTestFinished,
): Promise<RunningCloud> {
  const config = defaultConfig({ port: 0, dataDir: ':memory:', rateLimitPerMinute: 0, ...changes });
  const cloud = await createCloud({ config, time, random: createRandom(1) });
  atEnd(() => cloud.close());
  const { url, port } = await cloud.listen();
  return { cloud, url, port, ask: (line, options) => ask(port, line, options) };
}

function ask(port: number, line: string, { headers = {}, body, asOwner = true }: RequestOptions = {}): Promise<Answer> {
  const [method, path = ''] = line.split(' ');
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        method,
        path: OTHER_APIS.test(path) ? path.replace(/^\/app(?=\/)/, '') : API + path,
        headers: { ...(asOwner && OWNER), ...headers },
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const isJson = response.headers['content-type']?.startsWith('application/json') ?? false;
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json: isJson && text !== '' ? JSON.parse(text) : undefined,
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
