import { useStore } from 'zustand';
import { useDevice } from '../../device/session/device-context.tsx';
import { useClock } from '../../ui/time-context.tsx';
import { type FollowedUpdate, followUpdatesOfDevice } from './follow-update.ts';
import type { UpdateRun } from './update-run.ts';

/** The update of the device in use, and the function that starts one. */
export function useFirmwareUpdate(): { readonly run: UpdateRun; readonly begin: FollowedUpdate['begin'] } {
  const update = followUpdatesOfDevice(useDevice(), useClock());
  return { run: useStore(update.run), begin: update.begin };
}
