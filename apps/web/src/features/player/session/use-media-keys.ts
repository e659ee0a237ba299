import { useEffect } from 'react';
import { useTexts } from '../../../i18n/text.tsx';
import { useSetting } from '../../../settings/use-settings.tsx';
import { useLatest } from '../../../ui/use-latest.ts';
import { fileNameWithoutExtension } from '../source/file-kind.ts';
import { JUMP_MS } from './playable-medium.ts';
import type { Player } from './use-player.ts';

/**
 * The keys of a headset, a watch and the lock screen: play, pause, jumps, seeking, and the entries before and after. The
 * name that they show is the app's own; the film's title only where the person has chosen so.
 */
export function useMediaKeys({ element, shown, actions, steps, kind, library }: Player): void {
  const { t } = useTexts();
  const showsTitle = useSetting(({ localPlayer }) => localPlayer.showTitle);
  const title = showsTitle && library.medium ? fileNameWithoutExtension(library.medium.name) : t('app.name');
  const latest = useLatest({ element, actions, steps });
  const isOpen = element !== undefined && kind !== 'script';
  const [hasPrevious, hasNext] = [steps.previous !== undefined, steps.next !== undefined];

  useEffect(() => {
    const mediaSession = mediaSessionOfPage();
    if (!mediaSession || !isOpen) return;
    const isPaused = () => latest.current.element?.paused ?? true;
    const step = (which: 'previous' | 'next') => latest.current.steps[which]?.(!isPaused());
    const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
      play: () => isPaused() && latest.current.actions.toggle(),
      pause: () => !isPaused() && latest.current.actions.toggle(),
      seekbackward: ({ seekOffset }) => latest.current.actions.seekByMs(-msOf(seekOffset)),
      seekforward: ({ seekOffset }) => latest.current.actions.seekByMs(msOf(seekOffset)),
      seekto: ({ seekTime }) => seekTime !== undefined && latest.current.actions.seekToMs(seekTime * 1_000),
      ...(hasPrevious && { previoustrack: () => step('previous') }),
      ...(hasNext && { nexttrack: () => step('next') }),
    };
    const set = (handlerOf: (action: MediaSessionAction) => MediaSessionActionHandler | null) => {
      for (const action of ACTIONS) {
        try {
          mediaSession.setActionHandler(action, handlerOf(action));
        } catch {
          // The browser does not have this key.
        }
      }
    };
    set((action) => handlers[action] ?? null);
    mediaSession.metadata = new MediaMetadata({ title });
    return () => {
      set(() => null);
      mediaSession.metadata = null;
      mediaSession.playbackState = 'none';
    };
  }, [isOpen, hasPrevious, hasNext, title, latest]);

  useEffect(() => {
    const mediaSession = mediaSessionOfPage();
    if (mediaSession && isOpen) mediaSession.playbackState = shown.paused ? 'paused' : 'playing';
  }, [isOpen, shown.paused]);
}

const ACTIONS: readonly MediaSessionAction[] = [
  ...(['play', 'pause', 'seekbackward', 'seekforward', 'seekto', 'previoustrack', 'nexttrack'] as const),
];

const msOf = (seconds: number | undefined): number => (seconds === undefined ? JUMP_MS : seconds * 1_000);

/** The page's media session; browsers without media keys have none. */
const mediaSessionOfPage = (): MediaSession | undefined => (navigator as Partial<Navigator>).mediaSession;
