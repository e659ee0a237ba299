import { IconLinkPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../i18n/text.tsx';
import type { ShareOwnerSession } from '../../../sharing/share-owner-session.ts';
import { Button } from '../../../ui/button.tsx';
import { takeFocus, useFocusBack } from '../../../ui/inline-question.tsx';
import styles from './sharing.module.css';
import { DEFAULT_SHARE_TERMS, type ShareTermsDraft, toShareTermsChanges } from './terms.ts';
import { ShareTermsForm } from './terms-form.tsx';
import { useShareAction } from './use-share-action.ts';

/** Makes a link: a button first, then a form with its terms. */
export function CreateShareLinkForm({ ownerSession }: { ownerSession: ShareOwnerSession }) {
  const { t } = useTexts();
  const [draft, setDraft] = useState<ShareTermsDraft>();
  const { busy, run } = useShareAction();
  const opener = useFocusBack(draft !== undefined);
  if (draft === undefined)
    return (
      <div className="row wrap gap-10">
        <Button
          ref={opener}
          variant="primary"
          icon={<IconLinkPlus size={20} aria-hidden="true" />}
          onClick={() => setDraft(DEFAULT_SHARE_TERMS)}
        >
          {t('sharing.new')}
        </Button>
      </div>
    );

  async function create(wanted: ShareTermsDraft) {
    const done = await run(async () => {
      const { id, path } = await ownerSession.api.create({
        ...DEFAULT_SHARE_TERMS,
        ...toShareTermsChanges(wanted),
        name: wanted.name.trim(),
      });
      ownerSession.saveLink(id, path);
    });
    if (done) setDraft(undefined);
  }

  return (
    <form
      ref={takeFocus}
      tabIndex={-1}
      className={styles['part']}
      aria-label={t('sharing.new')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && draft.allow.length > 0) void create(draft);
      }}
    >
      <ShareTermsForm draft={draft} onChange={setDraft} />
      <div className="row wrap gap-10">
        <Button type="submit" variant="primary" busy={busy} disabled={draft.allow.length === 0}>
          {t(busy ? 'sharing.busy' : 'sharing.create')}
        </Button>
        <Button onClick={() => setDraft(undefined)}>{t('sharing.done')}</Button>
      </div>
    </form>
  );
}
