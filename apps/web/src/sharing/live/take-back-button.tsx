import { useTexts } from '../../i18n/text.tsx';
import { Button } from '../../ui/button.tsx';
import type { ShareOwnerSession } from '../share-owner-session.ts';
import { useShareAction } from '../use-share-action.ts';

/** Takes control back from the guest who has it; the cloud stops the device first. */
export function TakeBackButton({ ownerSession }: { ownerSession: ShareOwnerSession }) {
  const { t } = useTexts();
  const { busy, run } = useShareAction();
  return (
    <Button variant="danger" busy={busy} onClick={() => void run(() => ownerSession.api.setControl(null))}>
      {t('sharing.control.take')}
    </Button>
  );
}
