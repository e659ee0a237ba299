import { useMissingCapabilities } from '../../../device/session/capability.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Card } from '../../../ui/card.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { ScriptTransferMode } from '../session/player-session.ts';
import type { Player } from '../session/use-player.ts';

/** The two transfer modes of a script, and the data that leave this browser in each. */
export function TransferModeCard({ player: { transferMode, setTransferMode, open } }: { player: Player }) {
  const { t } = useTexts();
  const { slider: vibrates } = useMissingCapabilities();
  const options: readonly { value: ScriptTransferMode; label: string }[] = [
    { value: 'stream', label: t('player.way.stream') },
    { value: 'upload', label: t('player.way.upload') },
  ];
  if (open.remoteUrl !== undefined)
    return (
      <Card title={t('player.way')}>
        <p className="note">{t('player.way.remoteLeaves')}</p>
      </Card>
    );
  if (vibrates)
    return (
      <Card title={t('player.way')}>
        <p className="note">{t('player.way.vibrationLeaves')}</p>
      </Card>
    );
  return (
    <Card title={t('player.way')}>
      <Segmented label={t('player.way')} options={options} value={transferMode} onChange={setTransferMode} />
      <p className="note">{t(transferMode === 'stream' ? 'player.way.streamLeaves' : 'player.way.uploadLeaves')}</p>
    </Card>
  );
}
