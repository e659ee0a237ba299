import { createHmac, randomInt } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Time } from '@tactus/time';
import type { CloudConfig } from '../../config/config.ts';
import { isSameSecret } from '../../http/is-same-secret.ts';
import { tactusErrorBody } from '../../http/refusal.ts';
import { createFailureLimiter } from '../../rate-limit/failure-limiter.ts';
import { readSecretFile } from '../../store/secret-file.ts';
import { createKnownAddresses } from './known-addresses.ts';
import { type CodePageState, codePage } from './network-code-page.ts';

/**
 * How other devices of the local network get in: each enters a code once, and its browser gets a cookie. Requests of the SDK have no
 * cookies: they are known by the address that was used with the cookie, as long as no day passes without a request.
 */
export interface NetworkAccess {
  /** The code, in two groups of four characters. */
  readonly code: string;
  /** The addresses by which the devices reach the app, such as `http://192.168.1.5:8787`; empty while the cloud does not listen. */
  origins(): readonly string[];
  setOrigins(origins: readonly string[]): void;
  /** For each of these addresses one that includes the code. */
  links(): readonly string[];
  /** Whether a request may pass. One that may not is answered: with the page for the code, or with 401. */
  admit(request: IncomingMessage, response: ServerResponse): boolean;
}

/** The file beside the store with the code; without it there is a new code, and every device enters that. */
const CODE_FILE = 'network-code';
/** Characters that are not mistaken for one another. */
const CHARACTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const COOKIE = 'tactus_network';
/** The longest that browsers keep a cookie. */
const COOKIE_SECONDS = 400 * 24 * 60 * 60;
/** Takes the code as `?code=`. */
const CODE_PATH = '/network';
/** Browsers load it without cookies; there is nothing secret in it. */
const MANIFEST_PATH = '/manifest.webmanifest';

/** Returns the access with the stored code, or with a new one. */
export function createNetworkAccess({ dataDir, tls }: Pick<CloudConfig, 'dataDir' | 'tls'>, time: Time): NetworkAccess {
  const code = readSecretFile(dataDir, CODE_FILE, createCode());
  const cookie = createHmac('sha256', code).update(COOKIE).digest('base64url');
  const failures = createFailureLimiter(time);
  const known = createKnownAddresses(dataDir, time);
  let origins: readonly string[] = [];

  function enterCode(typed: string, request: IncomingMessage, response: ServerResponse): void {
    const address = addressOf(request);
    const waitMs = failures.waitMs(address);
    if (waitMs > 0) {
      response.setHeader('retry-after', Math.ceil(waitMs / 1_000));
      sendPage('wait', 429, request, response);
      return;
    }
    if (!isSameSecret(plainCode(typed), plainCode(code))) {
      failures.fail(address);
      sendPage('wrong', 401, request, response);
      return;
    }
    known.add(address);
    const secure = tls === undefined ? '' : '; Secure';
    response.setHeader(
      'set-cookie',
      `${COOKIE}=${cookie}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
    );
    response.writeHead(303, { location: '/', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).end();
  }

  return {
    code,
    origins: () => origins,
    setOrigins: (next) => {
      origins = next;
    },
    links: () => origins.map((origin) => `${origin}${CODE_PATH}?code=${code}`),
    admit(request, response) {
      // Not by `URL`, which throws on addresses such as `//`.
      const [path, query] = (request.url ?? '/').split('?', 2);
      const typed = path === CODE_PATH ? new URLSearchParams(query).get('code') : null;
      const wantsPage = request.headers.accept?.includes('text/html') === true;
      const address = addressOf(request);
      if (typed !== null) enterCode(typed, request, response);
      else if (isSameSecret(cookieOf(request), cookie) || (!wantsPage && known.has(address))) {
        known.add(address);
        return true;
      } else if (path === MANIFEST_PATH) return true;
      else if (wantsPage) sendPage('enter', 401, request, response);
      else sendRefusal(response);
      return false;
    },
  };
}

function createCode(): string {
  const characters = Array.from({ length: 8 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}

/** A code without what people type or leave out between its characters. */
const plainCode = (typed: string) => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');

const addressOf = (request: IncomingMessage) => request.socket.remoteAddress ?? '';

const cookieOf = ({ headers }: IncomingMessage): string =>
  new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(headers.cookie ?? '')?.[1] ?? '';

function sendPage(state: CodePageState, status: number, request: IncomingMessage, response: ServerResponse): void {
  const { html, headers } = codePage(state, request.headers['accept-language'] ?? '');
  response.writeHead(status, { ...headers, 'cache-control': 'no-store' }).end(html);
}

function sendRefusal(response: ServerResponse): void {
  const message = 'Enter the code that the start of this server prints: open its address in a browser';
  response
    .writeHead(401, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .end(JSON.stringify(tactusErrorBody('NetworkCodeMissing', message)));
}
