/** A link that is cut at random loses no command and executes none twice. */
import { createDeviceLink } from '@tactus/link';
import { DEVICE_TIMEOUT_MIN_MS, errorKinds, type SelfStoppingDevice } from '@tactus/protocol';
import { createRandom, systemTime } from '@tactus/time';
import { createVirtualDevice } from '@tactus/virtual-device';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { openEvents } from '../cloud/event-reader.ts';
import { startCloud } from '../cloud/running-cloud.ts';
import { startProxy } from './cutting-proxy.ts';
import { asker, linkUrl, makeKey, untilConnected } from './linked-device.ts';

const CUTS = 100;
const ASKERS = 4;
const SEED = 20_240_501;

/** A command that waited for less has time left to arrive. */
const SHORT_MS = DEVICE_TIMEOUT_MIN_MS / 2;
const TOO_LATE: (number | undefined)[] = [errorKinds.deviceTimeout.code, errorKinds.deviceNotConnected.code];

const codeOf = (answer: unknown) => (answer as { error?: { code: number } }).error?.code; // the contract's envelope

test(`${CUTS} cuts at random: no command twice, no event lost, doubled or out of order`, async () => {
  const running = await startCloud();
  const proxy = await startProxy(running.port);
  const random = createRandom(SEED);
  const key = await makeKey(running);
  const virtual = createVirtualDevice({ connectionKey: key.connectionKey, model: 'handy', time: systemTime, random });
  const carriedOut: number[] = [];
  const device: SelfStoppingDevice = {
    ...virtual,
    call(name, input) {
      if (name === 'hstp.setOffset') carriedOut.push((input as { offset: number }).offset);
      return virtual.call(name, input);
    },
  };
  const link = createDeviceLink({
    device,
    url: linkUrl(proxy.port),
    secret: key.secret,
    connect: (url) => new WebSocket(url),
    time: systemTime,
    random: { ...random, next: () => 0 }, // the shortest wait, because this test is about cuts
  });
  onTestFinished(() => {
    link.close();
    virtual.close();
  });
  await untilConnected(running, key);
  const stream = await openEvents(
    running.port,
    `?ck=${key.connectionKey}&apikey=x&events=device_error,device_connected,device_disconnected`,
  );
  await stream.next();

  let raised = 0;
  const stopErrors = systemTime.every(3, () => {
    raised += 1;
    virtual.hardware().reportError({ code: raised, message: 'numbered' });
  });
  onTestFinished(stopErrors);

  let isCutting = true;
  let count = 0;
  const answers = new Map<number, unknown>();
  const ask = asker(running, key);
  const askers = Array.from({ length: ASKERS }, async () => {
    while (isCutting) {
      count += 1;
      const offset = count;
      answers.set(offset, (await ask('PUT /hstp/offset', { offset })).json);
    }
  });

  let longestAwayMs = 0;
  for (let cut = 0; cut < CUTS; cut += 1) {
    const cutMs = systemTime.monotonic();
    await expect.poll(proxy.open, { interval: 2 }).toBeGreaterThan(0);
    longestAwayMs = Math.max(longestAwayMs, systemTime.monotonic() - cutMs);
    await systemTime.sleep(random.integer(0, 50));
    const lost = random.pick(['up', 'down', 'both', 'neither'] as const);
    if (lost !== 'neither') {
      proxy.swallow(lost);
      await systemTime.sleep(random.integer(0, 15));
    }
    proxy.cut();
  }
  isCutting = false;
  await Promise.all(askers);
  stopErrors();

  const received: number[] = [];
  while (received.at(-1) !== raised) {
    const frame = await stream.next();
    expect(frame.event).toBe('device_error');
    received.push((frame.data as { data: { code: number } }).data.code);
  }
  expect(received).toEqual(Array.from({ length: raised }, (_, index) => index + 1));
  expect(new Set(carriedOut).size).toBe(carriedOut.length);
  const succeeded = [...answers].filter(([, answer]) => JSON.stringify(answer) === '{"result":"ok"}');
  for (const [offset] of succeeded) expect(carriedOut).toContain(offset);
  // The caller of a lost command got a refusal. That happens only where a busy machine made a cut a long one.
  const refused = [...answers.values()].map(codeOf).filter((code) => code !== undefined);
  expect(succeeded.length + refused.length).toBe(count);
  expect(TOO_LATE).toEqual(expect.arrayContaining(refused));
  if (longestAwayMs < SHORT_MS) expect(refused).toEqual([]);
  expect(succeeded.length).toBeGreaterThan(ASKERS);
});
