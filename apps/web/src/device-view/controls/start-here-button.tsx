import { useConnectionStatus, useDeviceState } from '../../device/session/device-context.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { Button } from '../../ui/button.tsx';
import { IconPlayerPlayFilled } from '../../ui/icons.ts';
import { useFocusNextOnRemoval } from '../../ui/removable-row.tsx';

interface StartHereButtonProps {
  onStart: () => void;
}

/** A button that starts from this tab, shown while another tab moves the device and the page's own button reads Stop. */
export function StartInThisTabButton({ onStart }: StartHereButtonProps) {
  const isElsewhere = useDeviceState((state) => state.control === 'elsewhere');
  return isElsewhere ? <Shown onStart={onStart} /> : null;
}

function Shown({ onStart }: StartHereButtonProps) {
  const { t } = useTexts();
  const ready = useConnectionStatus() === 'ready';
  const button = useFocusNextOnRemoval<HTMLButtonElement>();
  return (
    <Button
      ref={button}
      size="lg"
      wide
      disabled={!ready}
      icon={<IconPlayerPlayFilled size={20} aria-hidden="true" />}
      onClick={onStart}
    >
      {t('control.startHere')}
    </Button>
  );
}
