import { useTexts } from '../../../i18n/text.tsx';
import { useSetting, useSettingsStore } from '../../../settings/use-settings.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { IconX } from '../../../ui/icons.ts';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { Player } from '../session/use-player.ts';
import { FileButton } from '../source/file-buttons.tsx';
import type { PlayerSource } from '../source/source.ts';
import styles from './open-files-card.module.css';

/** The open files, the choice among several, and buttons to open more. */
export function OpenFilesCard({ player, onChoose }: { player: Player; onChoose: () => void }) {
  const { t } = useTexts();
  const { library, open } = player;
  const { media, scripts, medium, script } = library;
  return (
    <Card title={t('player.files')}>
      <div className="grid gap-10">
        <Choice
          label={t('player.files.medium')}
          none={t('player.files.noMedium')}
          all={media}
          chosen={medium}
          onChoose={library.chooseMedium}
        />
        <Choice
          label={t('player.files.script')}
          none={scripts.length > 0 ? t('player.files.whichScript') : t('player.files.noScript')}
          all={scripts}
          chosen={script}
          onChoose={library.chooseScript}
        />
        {library.subtitles !== undefined && (
          <p className={styles['row']}>
            <span className={styles['name']}>{t('player.subtitles')}</span>
            <span className={styles['value']}>{library.subtitles.name}</span>
          </p>
        )}
      </div>
      {library.otherAxes.length > 0 && (
        <p className="note">{t('player.script.otherAxes', { axes: library.otherAxes.join(', ') })}</p>
      )}
      {open.loading !== undefined && (
        <p className="note" role="status">
          {t('player.files.reading', { name: open.loading })}
        </p>
      )}
      {medium !== undefined && <TitleSwitch />}
      <div className="row wrap gap-8">
        <FileButton onChoose={onChoose} />
        <Button variant="plain" icon={<IconX size={20} aria-hidden="true" />} onClick={library.clear}>
          {t('player.files.close')}
        </Button>
      </div>
    </Card>
  );
}

/** Whether headset, watch and lock screen show the title of the film. */
function TitleSwitch() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const showTitle = useSetting(({ localPlayer }) => localPlayer.showTitle);
  return (
    <Switch
      label={t('player.showTitle')}
      hint={t('player.showTitle.hint')}
      checked={showTitle}
      onChange={(on) => settings.update({ localPlayer: { ...settings.state.getState().localPlayer, showTitle: on } })}
    />
  );
}

function Choice(props: {
  label: string;
  none: string;
  all: readonly PlayerSource[];
  chosen: PlayerSource | undefined;
  onChoose: (name: string) => void;
}) {
  const { label, none, all, chosen, onChoose } = props;
  if (all.length > 1) {
    const options = all.map(({ name }) => ({ value: name, label: name }));
    const unset = chosen === undefined ? [{ value: '', label: none }] : [];
    return <Select label={label} options={[...unset, ...options]} value={chosen?.name ?? ''} onChange={onChoose} />;
  }
  return (
    <p className={styles['row']}>
      <span className={styles['name']}>{label}</span>
      <span className={styles['value']}>{chosen?.name ?? none}</span>
    </p>
  );
}
