import type { GuestView } from '@tactus/protocol';
import { useEffect } from 'react';
import { useStop, useStopOnEscape } from '../device/dock/use-stop.ts';
import { useConnectionStatus, useDeviceState } from '../device/session/device-context.tsx';
import { isInMotion } from '../device/session/motion.ts';
import { useShowError } from '../device/session/use-show-error.ts';
import { limitEditableSpeed } from '../device-view/controls/limit-editable-speed.ts';
import { type EditableSpeed, useSpeedControl } from '../device-view/controls/use-speed-control.ts';
import { useTexts } from '../i18n/text.tsx';
import type { GuestSessionParts } from '../sharing/guest-connection-facts.ts';
import { Button } from '../ui/button.tsx';
import { Fader } from '../ui/fader.tsx';
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '../ui/icons.ts';
import { Dot, type DotTone } from '../ui/pill.tsx';
import { useLatest } from '../ui/use-latest.ts';
import { usePressAtOnce } from '../ui/use-press-at-once.ts';
import { ValuedField } from '../ui/valued-field.tsx';
import type { WidgetAppearance } from '../widget/appearance.ts';
import type { WidgetState } from '../widget/messages.ts';
import type { EmbeddingPagePort } from './embedding-page-port.ts';
import styles from './frame.module.css';

/** A short ramp, as on the remote: felt at once, never a jerk. */
const RAMP_MS = 600;

interface DriveControlsProps {
  inside: GuestSessionParts;
  session: GuestView;
  port: EmbeddingPagePort;
  appearance: WidgetAppearance;
  /** The cloud does not answer. */
  away: boolean;
}

/** Start, Stop and the speed, for the person and for the embedding page. Stop is always shown. */
export function DriveControls({ inside, session, port, appearance, away }: DriveControlsProps) {
  const { t, number } = useTexts();
  const connection = useConnectionStatus();
  const moving = useDeviceState(isInMotion);
  const stop = useStop();
  const pressStop = usePressAtOnce(stop);
  const report = useShowError();
  const most = Math.round(session.limits.speed * 100);
  const speed = limitEditableSpeed(useSpeedControl(), most);
  const hasControl = session.role === 'controller';
  const reached = connection === 'ready' && !away;
  const ready = reached && hasControl;
  const state: WidgetState = !reached ? 'lost' : !hasControl ? 'taken' : moving ? 'moving' : 'ready';
  useStopOnEscape();
  useHost({ port, ready, speed, stop });
  useFreeControl(inside, session);
  const { shownPercent } = speed;
  const percent = t('unit.percent', { value: number(shownPercent) });
  useEffect(() => port.post({ type: 'state', state, speed: shownPercent / 100 }), [port, state, shownPercent]);

  const status = STATUS[connection === 'connecting' ? 'joining' : state];
  return (
    <>
      <p className="row align-center gap-8 note" role="status">
        <Dot tone={TONES[state]} />
        {t(status)}
      </p>
      {!appearance.compact && (
        <ValuedField name={t('uui.speed')} value={percent}>
          <Fader
            label={t('uui.speed')}
            value={shownPercent}
            valueText={percent}
            most={most < 100 ? most : undefined}
            disabled={!ready}
            onChange={speed.control.drag}
            onRelease={speed.control.release}
          />
        </ValuedField>
      )}
      <div className="grid halves gap-8">
        {hasControl ? (
          <Button
            variant="primary"
            disabled={!ready}
            busy={speed.starting}
            aria-disabled={speed.starting || speed.playing || undefined}
            icon={<IconPlayerPlayFilled size={18} aria-hidden="true" />}
            onClick={() => !speed.playing && speed.start(RAMP_MS)}
          >
            {t('uui.start')}
          </Button>
        ) : (
          <Button disabled={away} onClick={() => void inside.api.requestControl().catch(report)}>
            {t('uui.take')}
          </Button>
        )}
        <button type="button" className={styles['stop']} data-moving={moving || undefined} {...pressStop}>
          <IconPlayerStopFilled size={18} aria-hidden="true" />
          {t('uui.stop')}
        </button>
      </div>
    </>
  );
}

const TONES: Readonly<Record<WidgetState, DotTone>> = {
  permission: 'idle',
  ready: 'ok',
  moving: 'ok',
  lost: 'lost',
  taken: 'busy',
};
const STATUS = {
  permission: 'uui.state.lost',
  ready: 'uui.state.ready',
  moving: 'uui.state.moving',
  lost: 'uui.state.lost',
  taken: 'uui.state.viewer',
  joining: 'uui.state.joining',
} as const;

/** Takes control where no guest has it: the owner has granted it with the permission. This moves nothing. */
function useFreeControl({ api }: GuestSessionParts, { role, controller, locked }: GuestView): void {
  const isFree = role === 'viewer' && controller === null && !locked;
  useEffect(() => {
    // After a failure the person requests it again by hand.
    if (isFree) api.requestControl().catch(() => undefined);
  }, [api, isFree]);
}

/** Executes the commands of the embedding page. */
function useHost(from: { port: EmbeddingPagePort; ready: boolean; speed: EditableSpeed; stop: () => void }): void {
  const latest = useLatest(from);
  useEffect(
    () =>
      latest.current.port.onCommand((command) => {
        const { ready, speed, stop } = latest.current;
        if (command.type === 'stop') stop();
        else if (!ready) return;
        else if (command.type === 'speed') {
          speed.control.set(Math.round(command.value * 100), RAMP_MS);
        } else if (!speed.playing && !speed.starting) speed.start(RAMP_MS);
      }),
    [latest],
  );
}
