import type { ScriptColumns } from '@tactus/motion';
import { useEffect, useRef, useState } from 'react';
import { useLinkedDevices } from '../../../device/linked/linked-devices-context.tsx';
import { useMissingCapabilities } from '../../../device/session/capability.ts';
import { useCloudFeatures, useScriptHost } from '../../../device/session/deployment.ts';
import { createErrorLog } from '../../../device/session/log.ts';
import { useClock } from '../../../ui/time-context.tsx';
import { useLatest } from '../../../ui/use-latest.ts';
import { adjustPoints, type PointAdjustments } from '../script/adjust-points.ts';
import type { ScriptLoader } from '../script/script-loader.ts';
import type { PlayableMedium } from './playable-medium.ts';
import { openPlayerSession, type PlayerSession, type ScriptTransferMode } from './player-session.ts';

interface Interrupted {
  readonly element: PlayableMedium;
  readonly scriptId: string | undefined;
  readonly transferMode: ScriptTransferMode;
}

/** The session of the open medium and script; undefined while one of them is missing. */
export function usePlayerSession(from: {
  element: PlayableMedium | undefined;
  columns: ScriptColumns | undefined;
  /** Another script gets a new session; other points of the same script do not. */
  scriptId: string | undefined;
  remoteUrl: string | undefined;
  transferMode: ScriptTransferMode;
  shape: PointAdjustments;
  videoGoesOn: boolean;
  loader: ScriptLoader | undefined;
}): PlayerSession | undefined {
  const { element, columns, scriptId, remoteUrl, transferMode, shape, videoGoesOn, loader } = from;
  const { slider: vibrates } = useMissingCapabilities();
  const followers = useLinkedDevices();
  // By itself: what happens to a follower does not pause the medium.
  const { own: device } = followers;
  const time = useClock();
  const features = useCloudFeatures();
  const scriptHost = useScriptHost();
  const latest = useLatest({ columns, shape, videoGoesOn });
  const [session, setSession] = useState<PlayerSession>();
  /** The medium of a closed session, and its transfer mode. */
  const interrupted = useRef<Interrupted>(undefined);

  useEffect(() => {
    const { columns, shape, videoGoesOn } = latest.current;
    const script = remoteUrl !== undefined ? { url: remoteUrl } : columns && { points: adjustPoints(columns, shape) };
    if (element === undefined || script === undefined || loader === undefined) return;
    const log = createErrorLog(console);
    const onLog = (text: string) => log.warn(text);
    const how = { transferMode, vibrates, videoGoesOn, loader, onLog };
    const opened = openPlayerSession({ device, followers, time, element, features, scriptHost, script, ...how });
    setSession(opened);
    const before = interrupted.current;
    interrupted.current = undefined;
    // A person who chooses another transfer mode during play expects play to continue in it.
    if (before?.element === element && before.scriptId === scriptId && before.transferMode !== transferMode)
      void opened.play();
    return () => {
      const follows = opened.state.getState().sync?.store.getState().phase !== 'device-out';
      interrupted.current = !element.paused && follows ? { element, scriptId, transferMode } : undefined;
      opened.close();
      setSession(undefined);
    };
  }, [
    device,
    followers,
    time,
    element,
    features,
    scriptHost,
    transferMode,
    vibrates,
    loader,
    remoteUrl,
    scriptId,
    latest,
  ]);

  const sent = useRef({ columns, shape, session });
  useEffect(() => {
    const before = sent.current;
    sent.current = { columns, shape, session };
    if (session === undefined || columns === undefined || before.session !== session) return;
    if (before.columns !== columns || before.shape !== shape) session.setPoints(adjustPoints(columns, shape));
  }, [session, columns, shape]);
  useEffect(() => {
    session?.state.getState().sync?.setVideoGoesOn(videoGoesOn);
  }, [session, videoGoesOn]);
  return session;
}
