import { type CSSProperties, useState } from 'react';
import { LiveDeviceDrawing } from '../../../device-view/position/live-device-drawing.tsx';
import { useTexts } from '../../../i18n/text.tsx';
import { useSetting } from '../../../settings/use-settings.tsx';
import { IconMusic } from '../../../ui/icons.ts';
import { useNotifications } from '../../../ui/notifications-context.tsx';
import { useSubtitleSettings } from '../session/subtitle-settings.ts';
import { useMediaUrl, useSubtitlesUrl } from '../session/use-medium.ts';
import type { Player } from '../session/use-player.ts';
import styles from './stage.module.css';
import lineStyles from './subtitle-lines.module.css';
import { useHlsPlayback } from './use-hls.ts';
import { useSubtitleLines } from './use-subtitle-lines.ts';

/** The video, the sound with its name, or the drawing of the device for a script alone. */
export function Medium({ player }: { player: Player }) {
  const { library, kind, tag, setTag } = player;
  const { t } = useTexts();
  const device = useSetting((settings) => settings.device);
  const url = useMediaUrl(library.medium);
  const notifications = useNotifications();
  const subtitles = useSubtitlesUrl(library.subtitles, ({ name }) =>
    notifications.show({ tone: 'negative', message: t('error.file'), caption: `${name} · ${t('error.file.text')}` }),
  );
  const [track, setTrack] = useState<HTMLTrackElement | null>(null);
  const { isOn, sizePercent, delayS } = useSubtitleSettings(library.subtitles);
  const lines = useSubtitleLines(track, { isOn, delayS });
  const isFedByHls = useHlsPlayback(tag, library.medium);
  if (kind === 'script')
    return (
      <span className={styles['art']}>
        <LiveDeviceDrawing device={device} size={180} />
      </span>
    );
  if (url === undefined) return null;
  if (kind === 'audio')
    return (
      <span className={styles['art']}>
        <IconMusic size={72} stroke={1.2} aria-hidden="true" />
        <span>{library.medium?.name}</span>
        {/* biome-ignore lint/a11y/useMediaCaption: a person's own file; captions are a file beside it. */}
        <audio key={url} ref={setTag} src={url} preload="auto" />
      </span>
    );
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a person's own file; captions are a file beside it. */}
      <video
        key={url}
        ref={setTag}
        className={styles['video']}
        src={isFedByHls ? undefined : url}
        preload="auto"
        playsInline
        disableRemotePlayback
      >
        {subtitles !== undefined && (
          <track key={subtitles} ref={setTrack} kind="subtitles" src={subtitles} label={t('player.subtitles')} />
        )}
      </video>
      {lines.length > 0 && (
        <p
          className={lineStyles['lines']}
          style={{ '--size': sizePercent / 100 } as CSSProperties} // React's types have no custom properties.
          data-subtitles
        >
          {lines.map((line) => (
            <span key={line} className={lineStyles['line']}>
              {line}
            </span>
          ))}
        </p>
      )}
    </>
  );
}
