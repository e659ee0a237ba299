import { expect, test } from 'vitest';
import type { FeederRequest } from './feeder-messages.ts';
import { loopedSource, recordedSource } from './point-source.ts';
import { addOf, byHand, every } from './testing/hand-feeder.ts';

/** Many more answers than a feeder that has sent everything waits for. */
const ANSWERS_MOST = 100;

test('a loop shorter than the time of a request empties the buffer at most once a timer tick', () => {
  const feeder = byHand(loopedSource(recordedSource(every(100, 1_000))));
  let atMs = 0;

  /** Answers every request at once, and the requests that follow too; returns how often the buffer was emptied. */
  function answerAll(requests: readonly FeederRequest[]): number {
    const all = [...requests];
    for (let answered = 0; answered < Math.min(all.length, ANSWERS_MOST); answered += 1) {
      atMs += 0.1;
      const { fromIndex, sentIndex } = feeder.state;
      const report = feeder.report(fromIndex, sentIndex);
      all.push(...feeder.handle({ type: 'answered', atMs, id: all[answered]!.id, report }));
    }
    return all.filter((request) => addOf(request)?.flush).length;
  }

  expect(answerAll([...feeder.prime(), ...feeder.play(0, 0, 1e9)])).toBe(1);
  for (let turn = 0; turn < 3; turn += 1) {
    expect(feeder.wakeAtMs).toBe(atMs + 1);
    atMs += 1;
    expect(answerAll(feeder.handle({ type: 'wake', atMs }))).toBe(1);
  }
});
