import { guestCallKind } from '@tactus/motion';
import { type CallName, DeviceRefusal, errorKinds, fieldsOf } from '@tactus/protocol';
import { changesPlayerContent, isMotionUnknownAfter, isOwnerTakingControl } from '../../devices/owner-calls.ts';
import { stopConfirmationCheckFor } from '../stopping/stop-confirmation-check.ts';
import type { GuestMotionController } from './guest-motion-controller.ts';
import type { SharedControl } from './shared-control.ts';

/** A call with a device's own key. */
export interface OwnerCall {
  readonly name: CallName;
  readonly input: unknown;
}

/** Executes a call of the owner, which has priority over all guests of the device. Rejects as `run` does. */
export async function executeOwnerCall<R>(
  sharedControl: SharedControl,
  { name, input }: OwnerCall,
  run: () => Promise<R>,
): Promise<R> {
  const { motion } = sharedControl;
  const fields = fieldsOf(input);
  const kind = guestCallKind(name, fields);
  if (kind === 'stop')
    return sharedControl.stopped({ by: undefined, call: name }, run, stopConfirmationCheckFor(name, input));
  if (kind === 'read' || kind === 'stream') return run();
  const isStart = isOwnerTakingControl(name);
  if (isStart) sharedControl.ownerDrives();
  if (name === 'hamp.start') motion.resetZone();
  if (name === 'hamp.stroke') motion.setPlan({ ...motion.plan(), hasZone: false });
  if (changesPlayerContent(name)) motion.setPlan({ ...motion.plan(), stream: undefined });
  if (isMotionUnknownAfter(name, fields)) void motion.haltOrphaned();
  // In another window the points of a stream move at once, and the slider would jump to them at full speed.
  if (name === 'slider.setStroke' && isStreaming(motion)) void motion.halt();
  // A stop by the cloud that is in progress is meant for guests, and would end the owner's motion.
  return isStart ? motion.replacedBy(run, (error) => isReportedByBridge(name, error)) : motion.halted().then(run);
}

/** Whether a guest's stream of points moves the slider. */
function isStreaming({ plan, currentDriver: driver }: GuestMotionController): boolean {
  return driver() !== 'owner' && plan().mode === 'hsp' && plan().moves;
}

/** A bridge reports by a refused change of the mode that its owner drives there: then the motion is the owner's. */
const isReportedByBridge = (name: CallName, error: unknown): boolean =>
  name === 'info.setMode2' && error instanceof DeviceRefusal && error.kind.code === errorKinds.notAllowedInPublic.code;
