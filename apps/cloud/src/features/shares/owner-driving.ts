import { guestCallKind } from '@tactus/motion';
import { type CallName, DeviceRefusal, errorKinds } from '@tactus/protocol';
import { changesMotion, leavesOpen, takesOver } from '../../devices/owner-calls.ts';
import { stopConfirmationCheck } from '../stopping/stop-confirmation-check.ts';
import type { GuestMotionController } from './guest-motion-controller.ts';
import type { ShareSession } from './share-session.ts';

/** What somebody with a device's own key asks of it. */
export interface OwnerCall {
  readonly name: CallName;
  readonly input: unknown;
}

/** Has a call of the owner carried out, which outranks all that guests have on the device. Rejects as `run` does. */
export async function driveAsOwner<R>(
  shareSession: ShareSession,
  { name, input }: OwnerCall,
  run: () => Promise<R>,
): Promise<R> {
  const { motion } = shareSession;
  const fields = typeof input === 'object' && input !== null ? { ...input } : {};
  const kind = guestCallKind(name, fields);
  if (kind === 'stop')
    return shareSession.stopped({ by: undefined, call: name }, run, stopConfirmationCheck(name, input));
  if (kind === 'read' || kind === 'stream') return run();
  const isStart = takesOver(name);
  if (isStart) shareSession.ownerDrives();
  if (name === 'hamp.start') motion.resetZone();
  if (name === 'hamp.stroke') motion.setPlan({ ...motion.plan(), hasZone: false });
  if (changesMotion(name)) motion.setPlan({ ...motion.plan(), stream: undefined });
  if (leavesOpen(name, fields)) void motion.haltOrphaned();
  // In another window the points of a stream are somewhere else at once, and the slider would make up for that as fast as it can.
  if (name === 'slider.setStroke' && isStreaming(motion)) void motion.halt();
  // A stop of the cloud's own that is under way is meant for guests, and would hit what comes in between.
  return isStart ? motion.replacedBy(run, (error) => isReportedByBridge(name, error)) : motion.halted().then(run);
}

/** Whether a guest's stream of points moves the slider. */
function isStreaming({ plan, currentDriver: driver }: GuestMotionController): boolean {
  return driver() !== 'owner' && plan().mode === 'hsp' && plan().moves;
}

/** A bridge tells by a change of the mode, which it then refuses, that its owner drives there: what moves is the owner's. */
const isReportedByBridge = (name: CallName, error: unknown): boolean =>
  name === 'info.setMode2' && error instanceof DeviceRefusal && error.kind.code === errorKinds.notAllowedInPublic.code;
