import type { Device } from '@tactus/sdk';
import type { Time } from '@tactus/time';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { MovingFollowers, SessionTimer, StrengthAtSessionEnd } from './session-timer.ts';

/** No device is faster, mm/s; a share of the speed refers to this where there is no limit. */
const FASTEST_MM_S = 400;

/** A limit is above 0. */
const SLOWEST_MM_S = 1;

/** Applies the limits of the settings to the device, from the start and at every change; returns its own undo. */
export function applyLimitsOfSettings(from: {
  device: Device;
  followers: MovingFollowers;
  settings: SettingsStore;
  time: Time;
  /** Beats also while the page is hidden. */
  heartbeat: Time['every'] | undefined;
  onError: (error: unknown) => void;
  onSessionOver: () => void;
  /** The code that times a session is loaded when a session limit is first set. */
  load?: () => Promise<Pick<typeof import('./session-timer.ts'), 'createSessionTimer'>>;
}): () => void {
  const { device, followers, settings, time, heartbeat, onError, onSessionOver: onOver } = from;
  const { load = () => import('./session-timer.ts') } = from;
  let session: SessionTimer | undefined;
  let closed = false;
  let loading = false;

  function limitTo(share: number, { speed01, amplitude01 }: StrengthAtSessionEnd): void {
    const { maxSpeedMmS, rampSeconds } = settings.state.getState().limits;
    const highest = maxSpeedMmS || Infinity;
    const slowing = Math.max(SLOWEST_MM_S, Math.min(highest, FASTEST_MM_S * speed01) * share);
    device.limits.set({
      maxSpeedMmS: share < 1 ? slowing : highest,
      rampMs: rampSeconds * 1000,
      maxAmplitude: share * amplitude01,
    });
  }

  async function setSession(): Promise<void> {
    const minutes = () => settings.state.getState().limits.sessionMinutes;
    if (session === undefined && minutes() > 0 && !loading) {
      loading = true;
      try {
        const { createSessionTimer } = await load();
        if (closed) return;
        session = createSessionTimer({ device, followers, time, heartbeat, limitTo, onError, onOver });
      } finally {
        // The next change tries to load it again.
        loading = false;
      }
    }
    session?.set(minutes());
  }

  function apply(): void {
    limitTo(1, { speed01: 1, amplitude01: 1 });
    setSession().catch(onError);
  }

  apply();
  const unfollow = settings.state.subscribe((now, before) => {
    // By value: settings that another tab stored are read anew, and applying the limits would undo the gentle end of a session.
    if (JSON.stringify(now.limits) !== JSON.stringify(before.limits)) apply();
  });
  return () => {
    closed = true;
    unfollow();
    session?.close();
  };
}
