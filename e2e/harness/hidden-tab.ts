import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { BROWSER_FLAGS, browserPath } from './browser.ts';
import { until } from './until.ts';

/** A tab of a browser without automation: it is hidden as a person's tabs are. */
export interface PlainTab {
  /** Evaluates an expression; returns its value, awaited. Rethrows its error. */
  evaluate<T>(expression: string): Promise<T>;
  /** Sets the files of the first element that a selector finds. */
  setFiles(selector: string, files: readonly string[]): Promise<void>;
}

/** A browser of its own, driven over its debugging pipe alone (pages of Playwright stay visible). */
export interface PlainBrowser {
  /** Opens a tab, which hides those before it. */
  open(url: string): Promise<PlainTab>;
  /** A window with a storage of its own; its tabs hide only each other. */
  window(): Promise<Pick<PlainBrowser, 'open'>>;
  close(): Promise<void>;
}

type Fields = Record<string, unknown>;
type Send = (method: string, params: object, sessionId?: string) => Promise<Fields>;

/** Starts one. */
export function startPlainBrowser(): PlainBrowser {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-plain-'));
  const args = [...BROWSER_FLAGS, '--autoplay-policy=no-user-gesture-required', `--user-data-dir=${folder}`];
  const child = spawn(browserPath, ['--headless=new', '--remote-debugging-pipe', ...args, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  // The third and the fourth are the two ends of the debugging pipe.
  const send = commandsOver(child.stdio[3] as Writable, child.stdio[4] as Readable);
  async function open(url: string, where: object): Promise<PlainTab> {
    const { targetId } = await send('Target.createTarget', { url, ...where });
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
    const tab = tabOf((method, params) => send(method, params, String(sessionId)));
    // Between the empty page and its own, a tab cannot evaluate.
    await until('the tab has its page', () =>
      tab.evaluate<string>('location.href').then(
        (at) => at === url,
        () => false,
      ),
    );
    return tab;
  }

  return {
    open: (url) => open(url, {}),
    async window() {
      const { browserContextId } = await send('Target.createBrowserContext', {});
      return { open: (url) => open(url, { browserContextId }) };
    },
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      // Its helpers write to its folder until it has closed by itself.
      void send('Browser.close', {});
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

function tabOf(send: Send): PlainTab {
  return {
    async evaluate<T>(expression: string) {
      const how = { awaitPromise: true, returnByValue: true, userGesture: true };
      const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, ...how });
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return (result as { value: T }).value; // by value, as requested
    },
    async setFiles(selector, files) {
      const { root } = (await send('DOM.getDocument', {})) as { root: { nodeId: number } }; // the protocol's own
      const { nodeId } = await send('DOM.querySelector', { nodeId: root.nodeId, selector });
      await send('DOM.setFileInputFiles', { nodeId, files });
    },
  };
}

/** Commands and their answers over a pipe: JSON, each ended by a zero byte. */
function commandsOver(to: Writable, from: Readable): Send {
  const waiting = new Map<number, (answer: { result?: Fields; error?: { message: string } }) => void>();
  let lastId = 0;
  let buffered = '';
  from.setEncoding('utf8');
  from.on('data', (chunk: string) => {
    const parts = (buffered + chunk).split('\0');
    buffered = parts.pop() ?? '';
    for (const part of parts) {
      const answer = JSON.parse(part) as { id?: number; result?: Fields; error?: { message: string } }; // the protocol's own
      if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
    }
  });
  return async (method, params, sessionId) => {
    const id = ++lastId;
    const answered = new Promise<{ result?: Fields; error?: { message: string } }>((resolve) =>
      waiting.set(id, resolve),
    );
    to.write(`${JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) })}\0`);
    const { result, error } = await answered;
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  };
}
