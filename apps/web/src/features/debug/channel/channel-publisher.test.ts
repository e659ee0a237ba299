import { createFakeTime, createScriptedCloud, type Reply, refusal, SCRIPTED_BASE } from '@tactus/sdk/testing';
import { expect, test } from 'vitest';
import { createChannelPublisher, mayChannelStillMove } from './channel-publisher.ts';
import type { AnsweredChannelCall } from './publish.ts';

const STOPPED = { result: { mode: 7, mode_session_id: 1 } };
const STARTED = { result: { play_state: 1, velocity: 0, direction: true } };
const REFUSED = refusal(1001, 'Not there');

/** A channel in a cloud that answers Stop with the given answers in turn, and repeats the last one. */
function setUp({
  stops,
  start = () => STARTED,
  ordered = false,
}: {
  stops: readonly unknown[];
  start?: Reply;
  ordered?: boolean;
}) {
  const time = createFakeTime();
  const cloud = createScriptedCloud();
  let stopCount = 0;
  cloud.on('PUT /mode2', () => stops[Math.min(stopCount++, stops.length - 1)]);
  cloud.on('PUT /hamp/start', start);
  const answers: AnsweredChannelCall[] = [];
  const to = {
    cloud: { apiBase: SCRIPTED_BASE, apiKey: 'test', fetch: cloud.fetch },
    time,
    channel: 'chref:AbCdEfGhJkLm',
  };
  const drive = createChannelPublisher({ ...to, ordered }, (answer) => answers.push(answer));
  return { ...{ time, cloud, drive, answers }, stops: () => stopCount };
}

test('after a call to a channel its devices may move until a Stop has succeeded', async () => {
  const { drive, cloud } = setUp({ stops: [STOPPED] });
  expect(mayChannelStillMove(drive)).toBe(false);
  const sent = drive.send('hamp.start', {});
  expect(mayChannelStillMove(drive)).toBe(true);
  await sent;
  const stopped = drive.stop();
  expect([mayChannelStillMove(drive), drive.store.getState().stopPhase]).toEqual([true, 'stopping']);
  await stopped;
  expect([mayChannelStillMove(drive), drive.store.getState().stopPhase]).toEqual([false, 'stopped']);
  expect(cloud.requests.at(-1)).toMatchObject({ line: 'PUT /mode2', keepalive: true });
});

test('a failed Stop is retried, later each time, and in the end only by a press', async () => {
  const { drive, time, stops, answers } = setUp({ stops: [REFUSED, REFUSED, REFUSED, REFUSED, STOPPED] });
  await drive.send('hamp.start', {});
  void drive.stop();
  await time.settle();
  const tried: number[] = [];
  for (const ms of [499, 1, 1_499, 1, 3_999, 1, 60_000]) {
    await time.run(ms);
    tried.push(stops());
  }
  expect(tried).toEqual([1, 2, 2, 3, 3, 4, 4]);
  expect([mayChannelStillMove(drive), drive.store.getState().stopPhase]).toEqual([true, 'could-not-send']);
  await drive.stop();
  expect(mayChannelStillMove(drive)).toBe(false);
  expect(answers.at(-1)).toMatchObject({ failed: false });
});

test('a call answered after the Stop is followed by another Stop, and the answer of the Stop stays', async () => {
  let answer: (reply: unknown) => void = () => undefined;
  const { drive, time, stops, answers } = setUp({
    stops: [STOPPED],
    start: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  const sent = drive.send('hamp.start', {});
  await time.settle();
  await drive.stop();
  expect([stops(), mayChannelStillMove(drive)]).toEqual([1, true]);
  answer(STARTED);
  await sent;
  await time.settle();
  expect([stops(), mayChannelStillMove(drive)]).toEqual([2, false]);
  expect(answers.map(({ text }) => text)).toEqual(Array(2).fill(JSON.stringify(STOPPED.result)));
});

test('a failed Stop is not retried any more when the person sends a call', async () => {
  const { drive, time, stops } = setUp({ stops: [REFUSED] });
  void drive.stop();
  await time.settle();
  await drive.send('hamp.start', {});
  await time.run(60_000);
  expect([stops(), mayChannelStillMove(drive)]).toEqual([1, true]);
});

test('a Stop has succeeded once every device of the channel has confirmed it', async () => {
  const one = { ...STOPPED, members: [STOPPED, REFUSED] };
  const all = { ...STOPPED, members: [STOPPED, STOPPED] };
  const { drive, time, cloud, answers } = setUp({ stops: [one, all] });
  await drive.send('hamp.start', {});
  void drive.stop();
  await time.settle();
  expect([mayChannelStillMove(drive), drive.store.getState().stopPhase]).toEqual([true, 'stopping']);
  expect(answers.at(-1)).toEqual({ failed: true, text: '#2 / 2: 1001 Not there' });
  await time.run(500);
  expect([mayChannelStillMove(drive), drive.store.getState().stopPhase]).toEqual([false, 'stopped']);
  expect(cloud.requests.at(-1)?.headers).toMatchObject({ 'x-tactus-members': '1' });
});

test('a Stop with members that are not there says which ones, also where none is', async () => {
  const { drive, time, answers } = setUp({ stops: [{ ...REFUSED, members: [REFUSED, REFUSED] }] });
  void drive.stop();
  await time.settle();
  expect(answers.at(-1)).toEqual({ failed: true, text: '#1 / 2: 1001 Not there; #2 / 2: 1001 Not there' });
});

test('a Stop has a higher number than the calls before it, so that the cloud refuses one that arrives later', async () => {
  const { drive, cloud } = setUp({ stops: [STOPPED], start: () => new Promise(() => undefined), ordered: true });
  void drive.send('hamp.start', {});
  await drive.stop();
  const numbers = cloud.requests.map(({ line, headers }) => `${line} ${headers['x-tactus-sequence']?.split('/')[1]}`);
  expect(numbers).toEqual(['PUT /hamp/start 1', 'PUT /mode2 2']);
});
