/** A request that never arrives: its connection is ended, in real time, because connections belong to the system. */
import { connect } from 'node:net';
import { systemTime } from '@tactus/time';
import { expect, onTestFinished, test } from 'vitest';
import { startCloud } from './running-cloud.ts';

/** Headers have 15 s, and late requests are checked every 5 s; a busy machine takes longer. */
const ENDED_WITHIN_MS = 26_000;

test('a request whose headers do not come is ended within twenty seconds', { timeout: 60_000 }, async () => {
  const { port } = await startCloud();
  const beganMs = systemTime.monotonic();
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n'));
  onTestFinished(() => void socket.destroy());
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  await new Promise((resolve) => socket.once('close', resolve));
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(systemTime.monotonic() - beganMs).toBeLessThan(ENDED_WITHIN_MS);
});
