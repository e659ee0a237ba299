import { useEffect, useState } from 'react';

interface ShownSubtitles {
  readonly isOn: boolean;
  /** How much later than their file says, s. */
  readonly delayS: number;
}

/** The times of a cue in its file, s. */
interface CueTimes {
  readonly startS: number;
  readonly endS: number;
}

/**
 * The texts of the present moment of a subtitle track, which the page shows over the picture. While the picture is in a
 * window of its own, the browser shows them there.
 */
export function useSubtitleLines(
  element: HTMLTrackElement | null,
  { isOn, delayS }: ShownSubtitles,
): readonly string[] {
  const [lines, setLines] = useState<readonly string[]>([]);
  const [fileTimes] = useState(() => new WeakMap<TextTrackCue, CueTimes>());
  useEffect(() => {
    // Browsers for tests have no tracks.
    const track: TextTrack | undefined = element?.track;
    const video = element?.parentElement;
    if (!element || !video || track === undefined) return;

    function shift(): void {
      for (const cue of track?.cues ?? []) {
        const { startS, endS } = fileTimes.get(cue) ?? { startS: cue.startTime, endS: cue.endTime };
        fileTimes.set(cue, { startS, endS });
        cue.startTime = Math.max(0, startS + delayS);
        cue.endTime = Math.max(0, endS + delayS);
      }
    }
    const read = () => setLines([...new Set([...(track.activeCues ?? [])].map(textOf))].filter((text) => text !== ''));
    const isInOwnWindow = () => document.pictureInPictureElement === video;
    function setMode(): void {
      if (track !== undefined) track.mode = !isOn ? 'disabled' : isInOwnWindow() ? 'showing' : 'hidden';
    }
    function update(): void {
      setMode();
      if (isInOwnWindow()) setLines([]);
      else read();
    }
    function load(): void {
      // A track that is off has no cues.
      setMode();
      shift();
      update();
    }
    load();
    element.addEventListener('load', load);
    track.addEventListener('cuechange', update);
    video.addEventListener('enterpictureinpicture', update);
    video.addEventListener('leavepictureinpicture', update);
    return () => {
      element.removeEventListener('load', load);
      track.removeEventListener('cuechange', update);
      video.removeEventListener('enterpictureinpicture', update);
      video.removeEventListener('leavepictureinpicture', update);
      setLines([]);
    };
  }, [element, isOn, delayS, fileTimes]);
  return lines;
}

/** The text of a cue without its marks. */
const textOf = (cue: TextTrackCue): string => (cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? '') : '');
