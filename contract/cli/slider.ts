import { expect } from 'vitest';
import type { RunningCloud } from '../cloud/running-cloud.ts';

/** The slider of the device that a command drives, as the cloud reports it. */
export function sliderIn({ ask }: Pick<RunningCloud, 'ask'>) {
  const isMoving = async () => {
    const { json } = await ask('GET /slider/state');
    return (json as { result: { speed_absolute: number } }).result.speed_absolute > 0;
  };
  return {
    isMoving,
    /** Fails unless the slider is at rest within a second: a device that has confirmed a Stop still brakes. */
    comesToRest: () => expect.poll(isMoving, { timeout: 1_000 }).toBe(false),
  };
}
