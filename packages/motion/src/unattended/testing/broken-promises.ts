import { LINK_GRACE_MS } from '@tactus/protocol';
import { LEASES, type ModelDevice, WAY_MAX_MS } from './unattended-model.ts';

/** The state of the world when the promises are checked. */
interface Moment {
  readonly nowMs: number;
  readonly isOldProgram: boolean;
  readonly connectedAtMs: number;
  readonly isLinked: boolean;
  /** A cloud that was terminated with its link open has just closed. */
  readonly hasJustClosed: boolean;
}

/** The promises that the motion of a device breaks, in words that follow "motion". */
export function brokenPromises(device: ModelDevice, moment: Moment): readonly string[] {
  const { motion, by, closedAtMs, lastFrameAtMs, renewedAtMs } = device;
  const { nowMs, isOldProgram, connectedAtMs, isLinked, hasJustClosed } = moment;
  if (motion === 'none') return [];
  const broken: string[] = [];
  const unknownSinceMs = Math.max(device.unknownSinceMs, connectedAtMs);
  if (isLinked && nowMs - unknownSinceMs > 2 * WAY_MAX_MS + 1) broken.push('was taken as found by another process');
  if (isOldProgram) {
    if (hasJustClosed && by !== 'owner') broken.push('went on after a cloud that was terminated, in an older program');
    return broken;
  }
  const unattendedMs = nowMs - Math.max(closedAtMs, 0);
  if (by !== 'owner') {
    const { silentMs, whenClosedMs } = LEASES[by];
    if (nowMs - renewedAtMs > silentMs + 1) broken.push('outlived its hold');
    if (unattendedMs > whenClosedMs + 1) broken.push('outlived its hold on a closed link');
  }
  if (motion === 'endless' && unattendedMs > LINK_GRACE_MS + 1) broken.push('has no end and outlived the grace');
  if (closedAtMs < Number.POSITIVE_INFINITY && nowMs - lastFrameAtMs > 60_001) broken.push('outlived a minute');
  return broken;
}
