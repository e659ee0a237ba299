import { connect, type Socket } from 'node:net';

/** Connections that wait for each answer and then send the next request, as clients that drag a slider do. */
export interface CommandClient {
  /** Sends this many commands and resolves when all are answered. Rejects for any answer other than 200. */
  send(commands: number): Promise<void>;
  close(): void;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const BODY = '{"velocity":0.4}';
const COMMAND = Buffer.from(
  [
    'PUT /api/handy-rest/v3/hamp/velocity?timeout=5000 HTTP/1.1',
    'host: localhost',
    'x-api-key: bench',
    'x-connection-key: DemoHandy1',
    'content-type: application/json',
    'accept: application/json',
    `content-length: ${BODY.length}`,
    '',
    BODY,
  ].join('\r\n'),
);

export async function openCommandClient(port: number, connections: number): Promise<CommandClient> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));

  /**
   * This process never sleeps while it waits. A server that answers fast enough would not have to wake its client, a slower one
   * would pay for the waking in its own time: that would measure the client.
   */
  function stayAwake(isDone: () => boolean): void {
    if (!isDone()) setImmediate(stayAwake, isDone);
  }

  return {
    send(commands) {
      let unsent = commands;
      let unanswered = commands;
      let isOver = false;
      stayAwake(() => isOver);
      const work = new Promise<void>((resolve, reject) => {
        const ask = (socket: Socket) => {
          if (unsent === 0) return;
          unsent -= 1;
          socket.write(COMMAND);
        };
        for (const socket of sockets) {
          socket.removeAllListeners();
          socket.on('error', reject);
          socket.on('data', (answer) => {
            const problem = problemOf(answer);
            if (problem !== undefined) return reject(new Error(problem));
            unanswered -= 1;
            if (unanswered === 0) resolve();
            else ask(socket);
          });
          ask(socket);
        }
      });
      return work.finally(() => {
        isOver = true;
      });
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Answers are far smaller than a packet, so each arrives in one piece; anything else is an error of the measurement. */
function problemOf(answer: Buffer): string | undefined {
  const head = answer.indexOf(HEAD_END);
  const text = answer.toString('latin1');
  const length = Number(/^content-length: (\d+)/im.exec(text)?.[1]);
  if (!text.startsWith('HTTP/1.1 200 ')) return `A command was answered with ${text.slice(0, 200)}`;
  return answer.length === head + HEAD_END.length + length ? undefined : 'An answer did not come in one piece';
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}
