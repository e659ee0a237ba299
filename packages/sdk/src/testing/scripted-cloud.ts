import type { Fetch } from '../client/client.ts';

/** A request as the scripted cloud received it. */
export interface Recorded {
  readonly method: string;
  /** Path below the base, without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly credentials: RequestCredentials | undefined;
  /** Whether it outlives the page that sent it. */
  readonly keepalive: boolean;
  /** Method and path, as in `PUT /hamp/start`. */
  readonly line: string;
}

/** The answer: a body for a JSON 200, a response of its own, or a promise of either. */
export type Reply = (request: Recorded) => unknown;

/** The address of the scripted cloud. */
export const SCRIPTED_BASE = 'http://cloud.test/v3';

/** The transport of tests: answers by script, and the test controls the event stream. */
export interface ScriptedCloud {
  readonly fetch: Fetch;
  readonly requests: Recorded[];
  /** Method and path of every request but those of the stream and the clock. */
  lines(): string[];
  /** Sets the answer of a call from now on. The newest script of a call applies. */
  on(line: string, reply: Reply): void;
  readonly stream: {
    /** How many streams were opened. */
    opened(): number;
    /** Sends a named frame to the open stream. */
    send(name: string, data: unknown, id?: string): void;
    /** Sends raw text. */
    write(text: string): void;
    /** Ends the open stream as a server that shuts down. */
    end(): void;
  };
}

/** A cloud that answers only scripted calls, and else 404. */
export function createScriptedCloud(connectionKey = 'DemoHandy1'): ScriptedCloud {
  const requests: Recorded[] = [];
  const replies = new Map<string, Reply>();
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  let opened = 0;

  function openStream(signal: AbortSignal | null | undefined): Response {
    opened += 1;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream = controller;
        signal?.addEventListener('abort', () => {
          if (stream === controller) stream = undefined;
          controller.error(signal.reason);
        });
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }

  function write(text: string): void {
    if (!stream) throw new Error('No stream is open');
    stream.enqueue(new TextEncoder().encode(text));
  }

  return {
    requests,
    lines: () => requests.map(({ line }) => line).filter((line) => line !== 'GET /sse' && line !== 'GET /servertime'),
    on(line, reply) {
      replies.set(line, reply);
    },
    async fetch(url, init) {
      const request = record(url, init);
      requests.push(request);
      if (init.signal?.aborted) throw init.signal.reason;
      const reply = replies.get(request.line);
      const answer = reply ? await reply(request) : undefined;
      if (answer instanceof Response) return answer;
      if (answer !== undefined) return jsonResponse(answer);
      if (request.path === '/sse') return openStream(init.signal);
      return jsonResponse({ error: { name: 'NotFound', message: 'No script for it' } }, 404);
    },
    stream: {
      opened: () => opened,
      send(name, data, id) {
        const frame = JSON.stringify({ connection_key: connectionKey, data });
        write(`event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${frame}\n\n`);
      },
      write,
      end() {
        stream?.close();
        stream = undefined;
      },
    },
  };
}

/** A JSON response. */
export function jsonResponse(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

/** A refusal in the envelope of an answer. */
export const refusal = (code: number, message: string) => ({
  error: { code, name: 'Refused', message, connected: code !== 1001 },
});

function record(url: string, init: RequestInit): Recorded {
  const { pathname, searchParams } = new URL(url);
  const path = pathname.replace(new URL(SCRIPTED_BASE).pathname, '');
  const method = init.method ?? 'GET';
  return {
    method,
    path,
    line: `${method} ${path}`,
    query: Object.fromEntries(searchParams),
    headers: Object.fromEntries(new Headers(init.headers).entries()),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    credentials: init.credentials,
    keepalive: init.keepalive === true,
  };
}
