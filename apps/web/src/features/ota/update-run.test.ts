import { describe, expect, test } from 'vitest';
import {
  isUpdateRunShownFor,
  nextUpdateRun,
  refusedUpdateRun,
  type UpdateDeviceFacts,
  type UpdateRun,
} from './update-run.ts';

const none = { ongoing: false, done: false, failed: false, progress: 0, targetVersion: undefined };
const rest: UpdateDeviceFacts = {
  ota: none,
  connection: 'ready',
  version: '4.1.0',
  sessionId: '01A',
  requested: undefined,
};
const writing = (progress: number): UpdateDeviceFacts => ({
  ...rest,
  ota: { ...none, ongoing: true, progress, targetVersion: '4.1.1' },
});
const newest = { version: '4.1.1', feature_flags: 'production' };
const done: UpdateDeviceFacts = { ...rest, ota: { ...none, done: true, progress: 1 } };
const away: UpdateDeviceFacts = { ...rest, connection: 'lost', version: undefined };
const back = (version: string): UpdateDeviceFacts => ({ ...rest, version, sessionId: '01B' });

/** The run after all these reports, a second apart. */
const after = (...reports: readonly UpdateDeviceFacts[]): UpdateRun =>
  reports.reduce<UpdateRun>((run, facts, second) => nextUpdateRun(run, facts, second * 1_000), { phase: 'idle' });

describe('an update', () => {
  test('is done only when the device is back from its restart with the new version', () => {
    expect(after(rest)).toEqual({ phase: 'idle' });
    expect(after(writing(0), writing(0.5))).toMatchObject({ phase: 'writing', progress: 0.5, from: '4.1.0' });
    expect(after(writing(0.5), done)).toMatchObject({ phase: 'restarting' });
    expect(after(writing(0.5), done, away)).toMatchObject({ phase: 'restarting' });
    expect(after(writing(0.5), done, away, { ...back('4.1.1'), connection: 'connecting' })).toMatchObject({
      phase: 'restarting',
    });
    const whole = [writing(0), done, away, back('4.1.1')];
    expect(after(...whole)).toMatchObject({ phase: 'done', version: '4.1.1', tookMs: 3_000 });
  });

  test('that was already running is done after an unknown time', () => {
    expect(after(writing(0.5), done, away, back('4.1.1'))).toMatchObject({ phase: 'done', tookMs: undefined });
  });

  test('has failed when another version comes up', () => {
    expect(after(writing(0.5), done, away, back('4.1.0'))).toMatchObject({
      phase: 'failed',
      kind: 'other-version',
      version: '4.1.0',
    });
  });

  test('of another program is followed too, and is done when another version than before runs', () => {
    const theirs = { ...rest, ota: { ...none, ongoing: true, progress: 0.2 } };
    expect(after(theirs, done, back('4.0.19'))).toMatchObject({ phase: 'done', version: '4.0.19' });
  });

  test('has failed where the device gives up', () => {
    const gaveUp = { ...rest, ota: { ...none, failed: true, progress: 0.3 } };
    expect(after(writing(0.25), gaveUp)).toMatchObject({ phase: 'failed', kind: 'device', progress: 0.3 });
  });

  test('has failed with the connection; the device’s report after its return decides', () => {
    const lost = { ...away, ota: { ...none, failed: true } };
    expect(after(writing(0.4), lost)).toMatchObject({ phase: 'failed', kind: 'lost', progress: 0.4 });
    expect(after(writing(0.4), lost, back('4.1.0'))).toMatchObject({
      phase: 'failed',
      kind: 'lost',
      version: '4.1.0',
    });
    expect(after(writing(0.4), lost, back('4.1.1'))).toMatchObject({ phase: 'done', version: '4.1.1' });
    const wentOn = [
      writing(0.4),
      lost,
      back('4.1.0'),
      { ...done, sessionId: '01B' },
      { ...back('4.1.1'), sessionId: '01C' },
    ];
    expect(after(...wentOn)).toMatchObject({ phase: 'done', version: '4.1.1' });
    const goesOn = { ...back('4.1.0'), ota: { ...none, ongoing: true, progress: 0.7 } };
    expect(after(writing(0.4), lost, goesOn)).toMatchObject({ phase: 'writing', progress: 0.7, target: '4.1.1' });
    expect(
      after(writing(0.4), lost, goesOn, { ...done, sessionId: '01B' }, { ...back('4.1.1'), sessionId: '01C' }),
    ).toMatchObject({
      phase: 'done',
    });
  });

  test('that goes on by itself is over only after the device has restarted once more', () => {
    const lost = { ...away, ota: { ...none, failed: true } };
    const goesOn = { ...back('4.1.0'), ota: { ...none, ongoing: true, progress: 0.7 } };
    const written = { ...back('4.1.0'), ota: { ...none, done: true, progress: 1 } };
    expect(after(writing(0.4), lost, goesOn, written, written)).toMatchObject({ phase: 'restarting' });
  });

  test('that is requested again after a loss is a new one, to the version requested then', () => {
    const lost = { ...away, ota: { ...none, failed: true } };
    const again = { ...back('4.1.0'), ota: { ...none, ongoing: true, targetVersion: '4.0.19' } };
    const run = after(writing(0.4), lost, back('4.1.0'), again);
    expect(run).toMatchObject({ phase: 'writing', target: '4.0.19', sessionId: '01B', startedMs: 3_000 });
  });

  test('counts its restart from the end of the writing, however long that took', () => {
    expect(after(writing(0), writing(0.5), done, away)).toMatchObject({ startedMs: 0, restartingSinceMs: 2_000 });
  });

  test('that is refused has failed with the error of the refusal', () => {
    const error = new Error('no');
    expect(refusedUpdateRun({ ...rest, requested: newest }, error, 5)).toMatchObject({
      ...{ phase: 'failed', kind: 'refused', error, requested: newest, version: '4.1.0' },
    });
  });

  test('that has failed is shown only with its own firmware, flags included; any other everywhere', () => {
    const withRequest = (facts: UpdateDeviceFacts): UpdateDeviceFacts => ({ ...facts, requested: newest });
    const gaveUp = { ...rest, ota: { ...none, failed: true } };
    const lost = { ...away, ota: { ...none, failed: true } };
    const early = { version: '4.1.1', feature_flags: 'beta' };
    const shownWith = (run: UpdateRun) =>
      [newest, early, undefined].map((firmware) => isUpdateRunShownFor(run, firmware));
    expect(shownWith(refusedUpdateRun(withRequest(rest), new Error('no'), 0))).toEqual([true, false, true]);
    expect(shownWith(after(withRequest(writing(0.2)), gaveUp))).toEqual([true, false, true]);
    expect(shownWith(after(withRequest(writing(0.2)), lost, back('4.1.0')))).toEqual([true, false, true]);
    // This page did not request it.
    expect(shownWith(after(writing(0.2), gaveUp))).toEqual([true, true, true]);
    // It goes on, or may go on.
    expect(shownWith(after(withRequest(writing(0.2))))).toEqual([true, true, true]);
    expect(shownWith(after(withRequest(writing(0.2)), lost))).toEqual([true, true, true]);
  });

  test('after another starts from the beginning', () => {
    const gaveUp = { ...rest, ota: { ...none, failed: true } };
    expect(after(writing(0.2), gaveUp, writing(0))).toMatchObject({ phase: 'writing', progress: 0, startedMs: 2_000 });
    expect(after(writing(0.2), done, back('4.1.1'), writing(0))).toMatchObject({ phase: 'writing', startedMs: 3_000 });
  });
});
