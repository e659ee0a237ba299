import * as z from 'zod/mini';

/** The person's answer in the permission window. */
export type PermissionAnswer = { readonly refused: true } | { readonly id: string; readonly secret: string };

/** The request that the permission window reads from its address. */
export interface PermissionQuestion {
  /** The origin of the requesting site. */
  readonly origin: string;
  /** Distinguishes the answer to this request from any other. */
  readonly nonce: string;
}

const NONCE = /^[\da-f]{32}$/;
const PATH = '/uui';
const answer = z.object({
  nonce: z.string(),
  answer: z.union([z.object({ refused: z.literal(true) }), z.object({ id: z.string(), secret: z.string() })]),
});

/** The path of the window that asks a person whether a site may drive their device. */
export function permissionWindowPath({ origin, nonce }: PermissionQuestion): string {
  return `${PATH}?${new URLSearchParams({ allow: origin, ask: nonce })}`;
}

/** Reads a request; undefined for an invalid one. */
export function readPermissionQuestion(parameters: {
  readonly allow?: string;
  readonly ask?: string;
}): PermissionQuestion | undefined {
  const { allow = '', ask: nonce = '' } = parameters;
  return isSiteOrigin(allow) && NONCE.test(nonce) ? { origin: allow, nonce } : undefined;
}

/** Whether a text is the origin of a site: never `null`, a file or an extension. */
export function isSiteOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}

/** A nonce of 128 bits. */
export function makeNonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Posts the answer to the requesting frame: to the window that opened this one, if it shows a page of ours, and to our
 * frames in the same storage partition, where the browser has removed `opener` (as on our own pages).
 */
export function postPermissionAnswer({ nonce }: PermissionQuestion, answer: PermissionAnswer): void {
  const message = { nonce, answer };
  // The type says `any`; it is a window or null, and the answer goes to pages of this very origin only.
  const opener = window.opener as Window | null;
  opener?.postMessage(message, location.origin);
  const channel = new BroadcastChannel(channelOf(nonce));
  channel.postMessage(message);
  channel.close();
}

/** Waits for the answer to a request. Returns its own undo. */
export function awaitPermissionAnswer(
  nonce: string,
  popup: Window,
  onAnswer: (answer: PermissionAnswer) => void,
): () => void {
  const channel = new BroadcastChannel(channelOf(nonce));
  function onMessage({ data }: MessageEvent): void {
    const read = z.safeParse(answer, data);
    if (!read.success || read.data.nonce !== nonce) return;
    end();
    onAnswer(read.data.answer);
  }
  function onWindowMessage(event: MessageEvent): void {
    if (event.source === popup && event.origin === location.origin) onMessage(event);
  }
  function end(): void {
    window.removeEventListener('message', onWindowMessage);
    channel.close();
  }
  window.addEventListener('message', onWindowMessage);
  channel.onmessage = onMessage;
  return end;
}

const channelOf = (nonce: string) => `tactus-widget-${nonce}`;
