import type { TimelineUpdate } from '@tactus/protocol';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useTexts } from '../i18n/text.tsx';
import { Button } from '../ui/button.tsx';
import { formatClockTime } from '../ui/clock-text.ts';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '../ui/icons.ts';
import { Stepper } from '../ui/stepper.tsx';
import type { GroupRoom } from './group-room.ts';
import styles from './group-session.module.css';
import { isPauseOffered, requestedRate } from './room-facts.ts';
import { useGroupAction } from './use-group-action.ts';
import { useTimelineTimeMs } from './use-timeline-time.ts';

const RATE_MIN = 0.25;
const RATE_MAX = 2;
/** The step of an arrow key, ms. */
const SEEK_STEP_MS = 1_000;

/** The host's seek bar: shows the time under the hand, and sends it when the hand lets go. */
export function HostSeekBar({ room }: { room: GroupRoom }) {
  const { t } = useTexts();
  const { run } = useGroupAction();
  const placeMs = useTimelineTimeMs(room);
  const script = useStore(room.store, ({ view }) => view.script);
  const isLost = useStore(room.store, ({ state }) => state === 'lost');
  const [draftMs, setDraftMs] = useState<number>();
  if (script === null) return null;

  function seek() {
    if (draftMs === undefined) return;
    void run(() => room.host.press({ position_ms: draftMs }));
    setDraftMs(undefined);
  }

  const shownMs = draftMs ?? placeMs;
  return (
    <input
      className={styles['seek']}
      type="range"
      min={0}
      max={script.length_ms}
      step={SEEK_STEP_MS}
      value={shownMs}
      disabled={isLost}
      aria-label={t('group.position')}
      aria-valuetext={formatClockTime(shownMs)}
      onChange={(event) => setDraftMs(event.currentTarget.valueAsNumber)}
      onPointerUp={seek}
      // This finger scrolls the page.
      onPointerCancel={() => setDraftMs(undefined)}
      onKeyUp={seek}
      onBlur={seek}
    />
  );
}

/** The host's buttons that play and pause the timeline for all, and its rate. */
export function HostPlayControls({ room }: { room: GroupRoom }) {
  const { t, number } = useTexts();
  const { busy, run } = useGroupAction();
  const { script, timeline } = useStore(room.store, ({ view }) => view);
  const pauses = useStore(room.store, isPauseOffered);
  const rate = useStore(room.store, requestedRate);
  const isLost = useStore(room.store, ({ state }) => state === 'lost');
  if (script === null) return null;
  const press = (wanted: TimelineUpdate) => void run(() => room.host.press(wanted));
  const Icon = pauses ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <div className={styles['transport']}>
      <Button
        variant="primary"
        size="lg"
        wide
        aria-busy={busy}
        // A pause that cannot be sent is sent once home answers again; a play is not.
        disabled={isLost && !pauses}
        icon={<Icon size={20} aria-hidden="true" />}
        // At its end it starts from the beginning.
        onClick={() => press({ playing: !pauses, ...(timeline.paused_by === 'end' && { position_ms: 0 }) })}
      >
        {t(pauses ? 'group.pause' : 'group.play')}
      </Button>
      <Stepper
        disabled={isLost}
        label={t('group.rate')}
        decreaseLabel={t('group.slower')}
        increaseLabel={t('group.faster')}
        value={rate}
        min={RATE_MIN}
        max={RATE_MAX}
        step={0.25}
        valueText={t('group.rate.value', { rate: number(rate, 2) })}
        onChange={(next) => press({ rate: next })}
      />
    </div>
  );
}
