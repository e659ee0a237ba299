/** A device program of an earlier build on the device link of the present cloud: it works as it did. */
import { spawn } from 'node:child_process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startCloud } from '../cloud/running-cloud.ts';
import { asker, linkUrl, makeKey, untilConnected } from '../link/linked-device.ts';
import { FROZEN, frozenPath } from './frozen.ts';

describe.each(FROZEN)('the device program of %s', (build) => {
  test('links, is driven in every mode, tells what happens, is stopped, and says goodbye', async () => {
    const running = await startCloud();
    const key = await makeKey(running);
    const child = spawn(
      process.execPath,
      [
        frozenPath(build, 'tactus-device.mjs'),
        '--url',
        running.url,
        '--key',
        key.connectionKey,
        '--secret',
        key.secret,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString('utf8');
    });
    const exit = new Promise((resolve) => child.once('close', resolve));
    await untilConnected(running, key);
    const ask = asker(running, key);
    expect((await ask('GET /info')).json).toMatchObject({ result: { hw_model_no: 0 } });
    expect(linkUrl(running.port)).toContain('/api/tactus/device-link');

    expect((await ask('PUT /hamp/start')).json).toMatchObject({ result: { play_state: 1 } });
    expect((await ask('PUT /hamp/velocity', { velocity: 0.3 })).json).toMatchObject({ result: { velocity: 0.3 } });
    await expect.poll(() => out).toMatch(/linked +on +HAMP/);
    expect((await ask('PUT /hamp/stop')).json).toMatchObject({ result: { play_state: 0 } });

    expect((await ask('PUT /hsp/setup', { stream_id: 7 })).json).toMatchObject({ result: { stream_id: 7, points: 0 } });
    const points = Array.from({ length: 20 }, (_, index) => ({ t: index * 200, x: index % 2 ? 80 : 20 }));
    expect((await ask('PUT /hsp/add', { points, flush: true })).json).toMatchObject({ result: { points: 20 } });
    const { json } = await ask('GET /servertime');
    const serverTime = (json as { server_time: number }).server_time;
    const play = { start_time: 0, server_time: serverTime, playback_rate: 1, loop: false };
    expect((await ask('PUT /hsp/play', play)).json).toMatchObject({ result: { play_state: 1 } });
    expect((await ask('PUT /hsp/stop')).json).toMatchObject({ result: expect.objectContaining({ stream_id: 7 }) });
    expect((await ask('PUT /mode2', { mode: 7 })).json).toHaveProperty('result');

    child.kill('SIGINT');
    expect(await exit).toBe(0);
    await untilConnected(running, key, false);
  });
});
