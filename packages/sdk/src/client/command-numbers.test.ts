import { describe, expect, test } from 'vitest';
import { refusal } from '../testing/scripted-cloud.ts';
import { failureOf, setUpDevice } from '../testing/scripted-device.ts';

const PLAYING = { play_state: 1, velocity: 0.4, direction: true };
const ORDERED = { features: { commandOrder: true } };

const numbersOf = (cloud: ReturnType<typeof setUpDevice>['cloud']) =>
  cloud.requests.flatMap(({ line, headers }) => {
    const number = headers['x-tactus-sequence'];
    return number === undefined ? [] : [`${line} ${number.replace(/^[a-z0-9]{16}\//, '')}`];
  });

describe('numbers of commands', () => {
  test('rise with each command and each attempt of a Stop, under one id; reads have none', async () => {
    const { device, cloud, time, connectFully } = setUpDevice(ORDERED);
    await connectFully();
    const sent = [device.hamp.start(), device.hamp.setVelocity(0.4), device.call('hamp.state', {}), device.stop()];
    await time.run(100);
    await Promise.all(sent);
    const numbers = numbersOf(cloud);
    expect(numbers.slice(0, 3)).toEqual(['PUT /hamp/start 1', 'PUT /hamp/velocity 2', 'PUT /mode2 3']);
    expect(numbers.map((line) => Number(line.split(' ')[2]))).toEqual(numbers.map((_, place) => place + 1));
    const ids = cloud.requests.flatMap(({ headers }) => headers['x-tactus-sequence']?.split('/')[0] ?? []);
    expect(new Set(ids).size).toBe(1);
    expect(device.nextSequence()).toMatch(new RegExp(`^[a-z0-9]{16}/${numbers.length + 1}$`));
  });

  test('are not sent to a cloud that does not support them', async () => {
    const { device, cloud, time, connectFully } = setUpDevice();
    await connectFully();
    const sent = device.hamp.start();
    await time.run(100);
    await sent;
    expect(numbersOf(cloud)).toEqual([]);
    expect(device.nextSequence()).toBeUndefined();
  });

  test('a command that a newer Stop overtook ends as cancelled by the user', async () => {
    const { device, cloud, time, connectFully } = setUpDevice(ORDERED);
    await connectFully();
    cloud.on('PUT /hamp/start', () => refusal(4004, 'A newer Stop of this client came before'));
    const failure = failureOf(device.hamp.start());
    await time.run(100);
    expect(await failure).toMatchObject({ code: 'aborted' });
  });
});

describe('a command without an answer', () => {
  /** A cloud that loses the answers to the first `losses` requests for a velocity. */
  async function losing(losses: number, options: Parameters<typeof setUpDevice>[0] = ORDERED) {
    const parts = setUpDevice(options);
    await parts.connectFully();
    let left = losses;
    parts.cloud.on('PUT /hamp/velocity', async () => {
      await parts.time.sleep(50);
      left -= 1;
      if (left >= 0) throw new TypeError('fetch failed');
      return { result: PLAYING };
    });
    return parts;
  }

  test('is sent once more under the same number', async () => {
    const { device, cloud, time } = await losing(1);
    const sent = device.hamp.setVelocity(0.4);
    await time.run(200);
    expect(await sent).toMatchObject({ velocity: 0.4 });
    expect(numbersOf(cloud)).toEqual(['PUT /hamp/velocity 1', 'PUT /hamp/velocity 1']);
  });

  test('is not sent a third time', async () => {
    const { device, cloud, time } = await losing(2);
    const failure = failureOf(device.hamp.setVelocity(0.4));
    await time.run(500);
    expect(await failure).toMatchObject({ code: 'network' });
    expect(numbersOf(cloud)).toHaveLength(2);
  });

  test('is not sent again after a Stop', async () => {
    const { device, cloud, time } = await losing(1);
    const failure = failureOf(device.hamp.setVelocity(0.4));
    await time.run(20);
    const stopped = device.stop();
    await time.run(500);
    expect(await failure).toMatchObject({ code: 'network' });
    await stopped;
    expect(numbersOf(cloud).filter((line) => line.includes('velocity'))).toHaveLength(1);
  });

  test('is not sent again after a newer command of the same mode', async () => {
    const { device, cloud, time } = await losing(1);
    const failure = failureOf(device.hamp.setVelocity(0.4));
    await time.run(20);
    const newer = device.hamp.setVelocity(0.6);
    await time.run(500);
    expect(await failure).toMatchObject({ code: 'network' });
    await newer;
    expect(numbersOf(cloud)).toEqual(['PUT /hamp/velocity 1', 'PUT /hamp/velocity 2']);
  });

  test('is not sent again to a cloud that would execute it twice', async () => {
    const { device, cloud, time } = await losing(1, {});
    const failure = failureOf(device.hamp.setVelocity(0.4));
    await time.run(500);
    expect(await failure).toMatchObject({ code: 'network' });
    expect(cloud.lines()).toEqual(['PUT /hamp/velocity']);
  });
});
