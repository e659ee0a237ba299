import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { linkedDevice } from '../../device/testing/scripted-device.ts';
import { defaultSettings } from '../../settings/schema.ts';
import { createStrokeAndOffsetSteps } from './stroke-and-offset-steps.ts';

const { keyBinding } = defaultSettings();
const STROKE = 'PUT /slider/stroke';
const OFFSET = 'PUT /hstp/offset';

test.each([
  [10, 'topUp', STROKE, { min: 0.2, max: 0.9 }],
  [10, 'topDown', STROKE, { min: 0.2, max: 0.7 }],
  [10, 'bottomUp', STROKE, { min: 0.3, max: 0.8 }],
  [10, 'bottomDown', STROKE, { min: 0.1, max: 0.8 }],
  [5, 'topUp', STROKE, { min: 0.2, max: 0.85 }],
  [5, 'topDown', STROKE, { min: 0.2, max: 0.75 }],
  [5, 'bottomUp', STROKE, { min: 0.25, max: 0.8 }],
  [5, 'bottomDown', STROKE, { min: 0.15, max: 0.8 }],
  [10, 'offsetUp', OFFSET, { offset: -10 }],
  [10, 'offsetDown', OFFSET, { offset: -30 }],
  [25, 'offsetUp', OFFSET, { offset: 5 }],
  [25, 'offsetDown', OFFSET, { offset: -45 }],
] as const)('a step of %i by %s sends %s %j', async (incrementValue, action, line, body) => {
  const time = createFakeTime();
  const { device, cloud, handy } = await linkedDevice(time);
  cloud.on(
    OFFSET,
    handy.after(() => 'ok'),
  );
  handy.world.stroke = { ...handy.world.stroke, min: 0.2, max: 0.8 };
  const { stroke, timeOffset } = keyBinding;
  /** The step of the other kind. */
  const otherStep = 7;
  const isOffset = line === OFFSET;
  const step = createStrokeAndOffsetSteps({
    device,
    keyBinding: () => ({
      ...keyBinding,
      stroke: { ...stroke, incrementValue: isOffset ? otherStep : incrementValue },
      timeOffset: { ...timeOffset, incrementValue: isOffset ? incrementValue : otherStep },
    }),
    onStep: () => undefined,
    onError: (error) => expect.unreachable(String(error)),
  });
  step(action);
  await time.run(500);
  expect(cloud.requests.filter((sent) => sent.line === line)).toMatchObject([{ body }]);
});
