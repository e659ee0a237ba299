import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import { releaseMedium } from '../../ui/release-medium.ts';
import { Switch } from '../../ui/switch.tsx';
import { useClock } from '../../ui/time-context.tsx';
import type { BeatPlayer } from './beat-player.ts';
import { type Song, songAheadMs } from './song-ahead.ts';
import type { BeatPlayback } from './use-beat-player.ts';

/** How far the song may be off the beat before it jumps, and how often that is measured. */
const MOST_AHEAD_MS = 50;
const POLL_EVERY_MS = 500;
/** The playback rates at which browsers play a sound. */
const RATES = { least: 0.25, most: 4 } as const;

interface SongAlongProps {
  readonly file: File;
  readonly song: Song;
  readonly playing: BeatPlayback;
  /** Time between the beats of the grid, ms. */
  readonly beatMs: number;
}

/** A switch, and the song in which the beat was found: it sounds while the beat plays. */
export function SongAlong({ file, song, playing, beatMs }: SongAlongProps) {
  const { t } = useTexts();
  const [isOn, setOn] = useState(true);
  const audio = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const element = audio.current;
    if (element === null) return;
    element.src = URL.createObjectURL(file);
    return () => releaseMedium(element);
  }, [file]);
  const isPlaying = isOn && playing.what === 'beat' && playing.phase === 'playing';
  usePlayAlong(audio, { song, player: isPlaying ? playing.player : undefined, beatMs });
  return (
    <>
      <Switch
        label={t('beatbox.song')}
        hint={t('beatbox.song.hint', { name: file.name })}
        checked={isOn}
        onChange={setOn}
      />
      {/* biome-ignore lint/a11y/useMediaCaption: music chosen by the person has no captions. */}
      <audio ref={audio} loop />
    </>
  );
}

/** Plays the song on the beats of the player, and pauses it where there is none. */
function usePlayAlong(
  audio: { readonly current: HTMLAudioElement | null },
  { song, player, beatMs }: { song: Song; player: BeatPlayer | undefined; beatMs: number },
): void {
  const time = useClock();
  const { firstBeatMs, beatMs: songBeatMs } = song;
  useEffect(() => {
    const element = audio.current;
    if (element === null || player === undefined) return;
    const rate = songBeatMs / beatMs;
    element.playbackRate = Math.min(Math.max(rate, RATES.least), RATES.most);
    const align = (mostMs: number) => {
      const nowMs = time.monotonic();
      const [next] = player.beatsBetween(nowMs, nowMs + 2 * beatMs);
      if (next === undefined) return;
      const atBeatMs = element.currentTime * 1_000 + (next.atMs - nowMs) * rate;
      const aheadMs = songAheadMs({ firstBeatMs, beatMs: songBeatMs }, atBeatMs);
      if (Math.abs(aheadMs) <= mostMs) return;
      const wantedMs = element.currentTime * 1_000 - aheadMs;
      element.currentTime = (wantedMs < 0 ? wantedMs + songBeatMs : wantedMs) / 1_000;
    };
    align(0);
    // A browser that plays no sound without a press leaves the device alone.
    element.play().catch(() => undefined);
    const cancel = time.every(POLL_EVERY_MS, () => align(MOST_AHEAD_MS));
    return () => {
      cancel();
      element.pause();
    };
  }, [audio, player, time, firstBeatMs, songBeatMs, beatMs]);
}
